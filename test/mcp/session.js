// A session of the protocol's reference client with the server: session.js TOOL FOLDER. All five tools, and an
// error of each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
const assert = require("node:assert");
const {Client} = require("@modelcontextprotocol/sdk/client/index.js");
const {StdioClientTransport} = require("@modelcontextprotocol/sdk/client/stdio.js");

const [tool, folder] = process.argv.slice(2);
const client = new Client({name: "test", version: "1"});

/** What a tool gives; its sources need no toolkit. */
async function call(name, given) {
  const taken = name === "explain" ? given : {cudaPath: "builtin", ...given};
  const result = await client.callTool({name, arguments: taken}, undefined, {timeout: 120000});
  console.log(name, JSON.stringify(given), "->", result.isError ? "error" : "result",
              JSON.stringify(result.content[0].text.slice(0, 60)));
  return result;
}

/** A document, whose text says the same. */
async function documentOf(name, given) {
  const result = await call(name, given);
  assert.ok(!result.isError, name);
  assert.deepStrictEqual(JSON.parse(result.content[0].text), result.structuredContent);
  return result.structuredContent;
}

/** There is no result, and its text says why. */
async function failing(name, given, reason) {
  const result = await call(name, given);
  assert.ok(result.isError, name);
  assert.match(result.content[0].text, reason);
}

/** The server does not take these arguments. */
const refused = (name, given, reason) =>
    assert.rejects(call(name, given), error => error.code === -32602 && reason.test(error.message));

async function main() {
  await client.connect(new StdioClientTransport({command: tool, args: ["mcp"], cwd: folder}));
  assert.strictEqual(client.getServerVersion().name, "pipeline-rewrite");
  assert.match(client.getInstructions(), /neither a GPU/);
  const {tools} = await client.listTools();
  assert.deepStrictEqual(tools.map(each => each.name).sort(), ["check", "explain", "prove", "rewrite", "survey"]);
  assert.ok(tools.every(each => each.annotations.readOnlyHint));
  await client.ping();

  const survey = await call("survey", {folder: "."});
  assert.ok(!survey.isError);
  assert.match(survey.content[0].text, /gemm\.cu/);
  await failing("survey", {folder: "missing"}, /missing/);

  const rewrite = await documentOf("rewrite", {files: ["gemm.cu"], choose: "rules", stages: 2});
  assert.match(rewrite.files[0].diff, /^\+\+\+ b\//m);
  await failing("rewrite", {files: ["missing.cu"]}, /missing\.cu/);
  await refused("rewrite", {files: ["gemm.cu"], write: true}, /takes no 'write'/);

  const prove = await documentOf("prove", {old: "old.cu", new: "new.cu", launches: ["grid=2 block=64 n=100"]});
  assert.strictEqual(prove.kernels[0].verdict, "different");
  assert.strictEqual((await documentOf("prove", {old: "old.cu", new: "old.cu"})).kernels[0].verdict, "equal");
  await failing("prove", {old: "missing.cu", new: "new.cu"}, /missing\.cu/);

  const check = await documentOf("check", {files: ["reverse.cu"], budget: "20s"});
  assert.ok(check.kernels[0].finds.some(find => find.id === "shared-race"));
  await failing("check", {files: ["missing.cu"]}, /missing\.cu/);
  await refused("check", {}, /needs 'files'/);

  assert.strictEqual((await documentOf("explain", {id: "may-alias"})).ids[0].id, "may-alias");
  await failing("explain", {id: "no-such-id"}, /no-such-id/);

  await refused("run", {}, /there is no tool/);
  await client.close();
  console.log("session ended");
}

main().catch(error => {
  console.error(error);
  process.exit(1);
});
