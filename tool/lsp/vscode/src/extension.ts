// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts pipeline-rewrite-lsp with the user's settings. What can be seen and
// done comes from the server; here are only the commands for keys and palette.
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';

const section = 'pipeline-rewrite';
/** The kind of the server's rewriting actions. */
const pipelineKind = 'refactor.rewrite.pipeline';

const serverName = 'pipeline-rewrite-lsp';

let client: LanguageClient | undefined;
let extensionFolder = '';

/** What the user has set, as the server's options. The rest is for a project's configuration file to say. */
function options(): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration(section);
  const isSet = (key: string) => {
    const values = settings.inspect(key);
    return (values?.workspaceFolderValue ?? values?.workspaceValue ?? values?.globalValue) !== undefined;
  };
  const all = vscode.workspace.getConfiguration().get<Record<string, unknown>>(section) ?? {};
  return Object.fromEntries(Object.entries(all).filter(([key]) => key !== 'server' && isSet(key)));
}

/** The one that is set, else the one that this extension carries, else the one on PATH. */
function server(): string {
  const carried = carriedFrom(extensionFolder);
  return vscode.workspace.getConfiguration(section).get('server', '') || carried || serverName;
}

/** Of an extension without a server: nothing. */
function carriedFrom(folder: string): string | undefined {
  const file = path.join(folder, 'server', 'bin', serverName);
  return fs.existsSync(file) ? file : undefined;
}

async function start(): Promise<void> {
  const command = server();
  client = new LanguageClient(section, 'pipeline-rewrite', { command }, {
    documentSelector: [
      { scheme: 'file', language: 'cuda-cpp' },
      { scheme: 'file', language: 'cuda' },
      { scheme: 'file', pattern: '**/*.{cu,cuh}' },
    ],
    initializationOptions: options(),
  });
  await client.start();
}

async function restart(): Promise<void> {
  await client?.dispose();
  await start();
}

/** Applies the preferred action on the loop under the cursor, or lets choose. */
function act(apply: 'first' | 'never'): Thenable<unknown> {
  return vscode.commands.executeCommand('editor.action.codeAction',
    { kind: pipelineKind, apply, preferred: apply === 'first' });
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  extensionFolder = context.extensionPath;
  context.subscriptions.push(
    vscode.commands.registerCommand('pipeline-rewrite.pipelineLoop', () => act('first')),
    vscode.commands.registerCommand('pipeline-rewrite.chooseForm', () => act('never')),
    vscode.commands.registerCommand('pipeline-rewrite.restart', restart),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration(section)) void restart();
    }));
  await start();
}

export function deactivate(): Thenable<void> | undefined {
  return client?.dispose();
}
