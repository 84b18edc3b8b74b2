/** A file of its own for each run, in the folder of the user. Git ignores it. */
export function fileFor(
  purpose: 'found' | 'deleted' | 'before' | 'after' | 'restored',
  table: string,
): string {
  const time = new Date().toISOString().replaceAll(/[-:.]/g, '');
  return `${purpose}-${table}-${time}.jsonl`;
}
