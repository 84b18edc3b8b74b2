import { type LambdaClient, paginateListVersionsByFunction } from '@aws-sdk/client-lambda';

export interface Version {
  readonly number: string;
  readonly made: Date;
}

/** The versions of a function, the newest first. */
export async function askVersions(client: LambdaClient, FunctionName: string): Promise<Version[]> {
  const versions: Version[] = [];
  for await (const page of paginateListVersionsByFunction({ client }, { FunctionName })) {
    for (const { Version: number, LastModified } of page.Versions ?? []) {
      // No client gets $LATEST, which is beside them.
      if (number && number !== '$LATEST')
        versions.push({ number, made: new Date(`${LastModified}`) });
    }
  }
  return versions.toSorted((one, other) => Number(other.number) - Number(one.number));
}
