import type { DynamoDBClient, DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { tables } from '../../../functions/service.ts';
import type { Stage } from '../stage/stage.ts';
import { dataFolderOf, defaultDataFolder } from '../terminal/options.ts';
import { UsageError } from '../usage-error.ts';

/** The tables that a command works on: those of a deployed stack, or of a data folder. */
export interface Target {
  readonly kind: 'stack' | 'folder';
  /** For messages: `... in the stack NAME`. */
  readonly name: string;
  readonly client: DynamoDBClient;
  /** The name that a table of functions/service.ts has there. */
  readonly nameOf: (table: keyof typeof tables) => string;
  /** The stage, of which a change asks the name. A folder has none. */
  readonly askStage?: () => Promise<Stage>;
  /** Makes the gateway call the authorizer again. For a folder, none is needed: the local gateway has no cache. */
  readonly forgetDecisions?: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The options by which a user names a target. */
export const targetOptions = { data: { type: 'string' }, stack: { type: 'string' } } as const;

export const targetHelp = `  --data DIR       the data folder of npm start (default ${defaultDataFolder})
  --stack NAME     the name of a deployed stack, of AWS_PROFILE and AWS_REGION`;

interface Given {
  readonly data?: string;
  readonly stack?: string;
}

/** Each kind is imported only if it is needed: the clients of AWS load slowly, and so do the local tables. */
export async function openTarget(
  { data, stack }: Given,
  dynamodb?: DynamoDBClientConfig,
): Promise<Target> {
  if (stack !== undefined) {
    if (data !== undefined) throw new UsageError('Use either --stack or --data.');
    const { openStackTarget } = await import('./stack-target.ts');
    return openStackTarget(stack, dynamodb);
  }
  const { openFolderTarget } = await import('./folder-target.ts');
  return openFolderTarget(dataFolderOf(data));
}
