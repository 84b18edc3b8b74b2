/** The states in which CloudFormation begins another deploy. */
const ready = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE', 'IMPORT_COMPLETE'];

export function takesDeploys({ status }: { readonly status: string }): boolean {
  return ready.includes(status);
}
