import { readFileSync } from 'node:fs';
import { filesOf } from '../../tools/test/setup/system.ts';

/** All texts that a person follows. They can be reworded: tests only look for what is not there or not true. */
const documents = filesOf(
  '{*,.github/*,{docs,events,examples,functions,infra,test,tools}/**/*}.md',
).map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** What is wrong in all documents, each with its file. */
export function wrongIn(find: (text: string, file: string) => readonly string[]): string[] {
  return documents.flatMap(({ file, text }) => find(text, file).map((one) => `${file}: ${one}`));
}

/** The commands that a document shows, to be pasted as a whole. */
export function shellBlocksOf(text: string): string[] {
  return [...text.matchAll(/^( *)```sh\n(.*?)^\1```/gms)].map(([, , lines = '']) => lines);
}

/** What stands in a sentence as code. */
export function codeOf(text: string): string[] {
  const sentences = text.replace(/^( *)```.*?^\1```$/gms, '');
  return [...sentences.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}
