import { readFileSync } from 'node:fs';
import { filesOf } from '../../tools/test/setup/system.ts';

/** All texts that a person or a machine follows. They can be reworded: tests only look for what is not there or not true. */
export const documents = filesOf(
  '{{*,.github/*,{docs,events,functions,infra,test,tools}/**/*}.md,.github/workflows/*.yml,.ci/*,cdk.json,openapi.yaml}',
).map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** What is wrong in all documents, each with its file. */
export function wrongIn(find: (text: string, file: string) => readonly string[]): string[] {
  return documents.flatMap(({ file, text }) => find(text, file).map((one) => `${file}: ${one}`));
}
