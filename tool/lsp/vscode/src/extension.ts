// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts pipeline-rewrite-lsp with the user's settings. What can be seen and
// done comes from the server; here are only the commands for keys and palette.
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';

const section = 'pipeline-rewrite';
/** The kind of the server's rewriting actions. */
const pipelineKind = 'refactor.rewrite.pipeline';

let client: LanguageClient | undefined;

/** The settings as the server's options: all of the section but the program. */
function options(): Record<string, unknown> {
  const { server: _, ...rest } = { ...vscode.workspace.getConfiguration().get<Record<string, unknown>>(section) };
  return rest;
}

async function start(): Promise<void> {
  const command = vscode.workspace.getConfiguration(section).get('server', 'pipeline-rewrite-lsp');
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
