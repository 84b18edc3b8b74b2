import { GetAliasCommand, ListVersionsByFunctionCommand } from '@aws-sdk/client-lambda';
import { askAllPages } from '../../../../shared/stage/ask-all-pages.ts';
import { liveFunctions } from '../../../../shared/stage/template.ts';
import type { Asking } from '../asking.ts';
import { foundIn } from '../aws-answer.ts';
import { type Broken, type Consequence, changedByHand } from '../consequence.ts';
import { propertyAt } from '../expected.ts';
import { deployBack, night } from '../mends.ts';
import { qualifierIn, shortFunctionName } from './function-names.ts';
import { propertyText, type ResourceKind } from './resource-kind.ts';

export function askAliasConfiguration({ ask }: Asking, FunctionName: string, Name: string) {
  return ask('lambda:GetAlias', { FunctionName, Name }, ({ lambda }, signal) =>
    lambda.send(new GetAliasCommand({ FunctionName, Name }), signal),
  );
}

const alias: ResourceKind = {
  type: 'AWS::Lambda::Alias',
  name: (expected) =>
    `The alias ${propertyText(expected, 'Name')} of ${shortFunctionName(propertyText(expected, 'FunctionName'))}`,
  ask: (asking, expected) =>
    askAliasConfiguration(
      asking,
      propertyText(expected, 'FunctionName'),
      propertyText(expected, 'Name'),
    ),
  ifDeleted: changedByHand('STOPS', 'The gateway cannot start the function.'),
  properties: {
    FunctionVersion: {
      // While a release moves, the template is not complete yet.
      only: ({ stage }) => !stage.status.endsWith('IN_PROGRESS'),
      consequenceOf: (it) => ({ ...otherVersion(it), rank: 'BLOCKS', runbook: 'roll-back' }),
    },
  },
};

/** Clients get another version than the deployed one. */
function otherVersion(it: Broken): Pick<Consequence, 'means' | 'mend'> {
  const wanted = propertyText(it.expected, 'FunctionVersion');
  const fn = liveFunctions(it.stage.template).find(({ alias }) => alias === it.expected.logicalId);
  const forward = night(it.stage, 'roll-back', fn?.name ?? 'FUNCTION', '--to', wanted);
  if (Number(propertyAt(it.actual, 'FunctionVersion')) > Number(wanted)) {
    return {
      means: 'Clients get a version that no deploy made. Give them the deployed one again.',
      mend: () => [forward],
    };
  }
  return {
    means:
      'Somebody rolled back by hand, and CodeDeploy can refuse the next gradual release. Choose: roll-back gives clients the deployed version again, and deploy makes the older code last.',
    mend: (broken) => [forward, ...deployBack(broken)],
  };
}

export function askVersionConfigurations({ ask }: Asking, FunctionName: string) {
  return ask('lambda:ListVersionsByFunction', { FunctionName }, ({ lambda }, signal) =>
    askAllPages(async (Marker) => {
      const page = await lambda.send(
        new ListVersionsByFunctionCommand({ FunctionName, Marker }),
        signal,
      );
      return [page.Versions, page.NextMarker];
    }),
  );
}

const version: ResourceKind = {
  type: 'AWS::Lambda::Version',
  name: (expected) =>
    `The newest version of ${shortFunctionName(propertyText(expected, 'FunctionName'))}`,
  ask: async (asking, expected) =>
    foundIn(
      await askVersionConfigurations(asking, propertyText(expected, 'FunctionName')),
      ({ Version }) => Version === qualifierIn(expected.physicalId),
    ),
  ifDeleted: {
    rank: 'BLOCKS',
    means: 'The next release cannot go back to it.',
    runbook: 'roll-back',
    mend: deployBack,
  },
  properties: {},
};

export const versionKinds = [alias, version];
