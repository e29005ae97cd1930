"""A small client of the Model Context Protocol: mcp_client.py TOOL FOLDER."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json
import signal
import subprocess
import sys

tool, folder = sys.argv[1:3]
server = None
signal.alarm(300)  # a server that does not answer


def send(text):
    server.stdin.write(text + "\n")
    server.stdin.flush()


def ask(method, params=None, number=1):
    send(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}}))
    answer = json.loads(server.stdout.readline())
    assert answer["jsonrpc"] == "2.0" and answer["id"] == number, answer
    return answer


def call(name, **arguments):
    return ask("tools/call", {"name": name, "arguments": arguments})


def start(*words):
    global server
    server = subprocess.Popen([tool, "mcp", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    return ask("initialize", {"protocolVersion": "2025-03-26", "capabilities": {},
                              "clientInfo": {"name": "test", "version": "1"}})["result"]


def stop():
    server.stdin.close()
    assert server.wait(10) == 0


first = start()
assert first["protocolVersion"] == "2025-03-26" and "tools" in first["capabilities"], first
send('{"jsonrpc": "2.0", "method": "notifications/initialized"}')
assert ask("ping", number="a")["result"] == {}
tools = {each["name"]: each for each in ask("tools/list")["result"]["tools"]}
assert sorted(tools) == ["check", "explain", "prove", "rewrite", "survey"], tools
assert "write" not in tools["rewrite"]["inputSchema"]["properties"]
assert all(tool["annotations"]["readOnlyHint"] for tool in tools.values()), tools

builtin = {"cudaPath": "builtin"}
answer = call("prove", old=f"{folder}/old.cu", new=f"{folder}/new.cu", **builtin)["result"]
kernel = answer["structuredContent"]["kernels"][0]
assert kernel["verdict"] == "different" and not answer["isError"], answer
assert json.loads(answer["content"][0]["text"]) == answer["structuredContent"]
finds = call("check", files=[f"{folder}/reverse.cu"], **builtin)["result"]["structuredContent"]["kernels"][0]["finds"]
assert finds[0]["id"] == "shared-race", finds
named = call("check", files=[f"{folder}/reverse.cu"], defines=["reverse=named"], **builtin)["result"]
assert named["structuredContent"]["kernels"][0]["kernel"] == "named", named
before = open(f"{folder}/gemm.cu").read()
rewrite = call("rewrite", files=[f"{folder}/gemm.cu"], choose="rules", stages=2, **builtin)["result"]
assert "+++ b/" in rewrite["structuredContent"]["files"][0]["diff"], rewrite
assert open(f"{folder}/gemm.cu").read() == before
assert "may-alias" in call("explain", id="list")["result"]["content"][0]["text"]
assert "gemm.cu" in call("survey", folder=folder)["result"]["content"][0]["text"]

failed = call("prove", old=f"{folder}/missing.cu", new=f"{folder}/new.cu", **builtin)["result"]
assert failed["isError"] and "missing.cu" in failed["content"][0]["text"], failed
assert call("check", files=[f"{folder}/missing.cu"], **builtin)["result"]["isError"]
assert call("check", files=["-i"])["error"]["code"] == -32602
assert call("rewrite", files=[f"{folder}/gemm.cu"], write=True)["error"]["code"] == -32602
# A toolkit of the tree, whoever asks for it.
assert call("check", files=[f"{folder}/gemm.cu"], cudaPath=f"{folder}/third")["error"]["code"] == -32602
assert call("run")["error"]["code"] == -32602
assert call("check")["error"]["code"] == -32602
assert ask("resources/list")["error"]["code"] == -32601
send("no JSON")
assert json.loads(server.stdout.readline())["error"]["code"] == -32700
stop()

start("--allow-write")
assert [tool["name"] for tool in ask("tools/list")["result"]["tools"]
        if not tool["annotations"]["readOnlyHint"]] == ["rewrite"]
call("rewrite", files=[f"{folder}/gemm.cu"], choose="rules", write=True, **builtin)
assert open(f"{folder}/gemm.cu").read() != before
stop()
