const runbook = 'infra/docs/RUNBOOK.md';

/** Where the runbook tells what to do about an alarm: a link, once it is known where this repository is. */
export function runbookLink(alarm: string, repositoryUrl: string | undefined): string {
  const entry = `${runbook}#${alarm.toLowerCase()}`;
  return repositoryUrl === undefined ? entry : `${repositoryUrl}/blob/main/${entry}`;
}
