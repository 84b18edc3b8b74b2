import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../../../infra/project/problem.ts';
import type { Stage } from '../../../shared/stage/stage.ts';
import type { Template } from '../../../shared/stage/template.ts';

/** What the CDK has made from a commit: https://docs.aws.amazon.com/cdk/v2/guide/deploy.html#deploy-how-synth-assemblies */
export interface Assembly {
  readonly template: Template;
  /** Where the CDK writes its warnings. */
  readonly metadata: string;
}

/** The folder into which `cdk synth` writes. */
export const assemblyFolder = 'cdk.out';

export function readAssembly(folder: string, stack: string): Assembly {
  const file = (kind: string) => join(folder, assemblyFolder, `${stack}.${kind}.json`);
  if (!existsSync(file('template'))) {
    throw new Problem(`This commit makes no stack ${stack}: it has another name for it.`);
  }
  return {
    template: JSON.parse(readFileSync(file('template'), 'utf8')),
    metadata: existsSync(file('metadata')) ? readFileSync(file('metadata'), 'utf8') : '',
  };
}

/** Refuses what nobody means to deploy in a hurry. */
export function checkAssembly(
  { stageName, template: deployed }: Pick<Stage, 'stageName' | 'template'>,
  { template, metadata }: Assembly,
  mayGo: readonly string[],
): void {
  if (stageName === 'production' && metadata.includes('nobody-is-called')) {
    throw new Problem(
      'Nothing was deployed, because nobody would get a mail when an alarm of production fires: set alarmEmail in cdk.json.',
    );
  }
  const removed = removedFrom(deployed, template).filter(
    ([id, type]) => isTable(type) || !mayGo.includes(id),
  );
  if (removed.length === 0) return;
  const list = removed.map(([id, type]) => `${id} (${type})`).join(', ');
  throw new Problem(
    `Nothing was deployed, because it would remove ${list}. If somebody gave a setting by -c, write it into cdk.json. If it may go, add --remove and its name.`,
  );
}

function removedFrom(deployed: Template, next: Template): [id: string, type: string][] {
  return Object.entries(deployed.Resources).flatMap(([id, { Type }]): [string, string][] => {
    const isKept = next.Resources[id]?.Type === Type;
    // Each release has a version of its own, and AWS keeps the one before.
    return isKept || Type === 'AWS::Lambda::Version' ? [] : [[id, Type]];
  });
}

function isTable(type: string): boolean {
  return type.startsWith('AWS::DynamoDB::');
}
