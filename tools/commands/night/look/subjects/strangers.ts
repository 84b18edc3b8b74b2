import type { Route } from '@aws-sdk/client-apigatewayv2';
import type { Asking } from '../asking.ts';
import { type AwsAnswer, known } from '../aws-answer.ts';
import { type Expected, shortName } from '../expected.ts';
import type { Finding } from '../finding.ts';
import { functionNameIn, qualifierIn } from '../kinds/function-names.ts';
import { allows, askPolicy } from '../kinds/permissions.ts';
import { askRoutes } from '../kinds/routes.ts';
import { aws, night } from '../mends.ts';
import { type Context, ofType, type Subject } from './subject.ts';

interface StrangerAnswers {
  readonly routes: AwsAnswer<readonly Route[]> | undefined;
  readonly aliases: readonly AliasPolicy[];
}

interface AliasPolicy {
  readonly alias: Expected;
  /** The ARN of the alias. */
  readonly arn: string;
  readonly policy: Awaited<ReturnType<typeof askPolicy>>;
}

/** Ways into the service that the template does not have. */
export const strangers: Subject<StrangerAnswers> = {
  async ask(asking, { expected }) {
    const [api] = ofType(expected, 'AWS::ApiGatewayV2::Api');
    const [routes, aliases] = await Promise.all([
      api?.physicalId ? askRoutes(asking, api.physicalId) : undefined,
      Promise.all(ofType(expected, 'AWS::Lambda::Alias').map((one) => askAliasPolicy(asking, one))),
    ]);
    return { routes, aliases: aliases.filter((one) => one !== undefined) };
  },

  judge({ routes, aliases }, context) {
    const wanted = ofType(context.expected, 'AWS::ApiGatewayV2::Route');
    const others = (known(routes) ?? []).filter(({ RouteId }) =>
      wanted.every(({ physicalId }) => physicalId !== RouteId),
    );
    return {
      findings: [
        ...others.map((one) => otherRoute(one, context)),
        ...aliases.flatMap((one) => otherCallers(one, context)),
      ],
    };
  },
};

async function askAliasPolicy(asking: Asking, alias: Expected): Promise<AliasPolicy | undefined> {
  const { physicalId: arn } = alias;
  return arn === undefined ? undefined : { alias, arn, policy: await askPolicy(asking, arn) };
}

function otherRoute(
  { RouteKey, RouteId, AuthorizationType }: Route,
  { stage, expected }: Context,
): Finding {
  const [api] = ofType(expected, 'AWS::ApiGatewayV2::Api');
  const isOpen =
    AuthorizationType !== 'CUSTOM' &&
    AuthorizationType !== 'JWT' &&
    AuthorizationType !== 'AWS_IAM';
  return {
    rank: isOpen ? 'OPEN' : 'UNSAFE',
    what: `The API has a route that the template does not have: ${RouteKey}, with the authorization ${AuthorizationType}.`,
    means: isOpen
      ? 'Everybody is let in there without a token.'
      : 'Somebody added a way into the service.',
    runbook: 'close-the-api',
    commands: [
      ...(isOpen ? [night(stage, 'close')] : []),
      aws('apigatewayv2 delete-route', { 'api-id': api?.physicalId, 'route-id': RouteId }),
      ...(isOpen ? [night(stage, 'open')] : []),
    ],
  };
}

/** Who may start an alias without a permission of the template. */
function otherCallers({ alias, arn, policy }: AliasPolicy, { expected }: Context): Finding[] {
  const permissions = ofType(expected, 'AWS::Lambda::Permission');
  const others = (known(policy) ?? []).filter((statement) =>
    permissions.every(({ properties }) => !allows(statement, properties)),
  );
  return others.map(({ Sid: statement = '' }) => ({
    rank: 'OPEN',
    what: `A permission lets somebody else start ${shortName(alias.logicalId)}.`,
    means: 'Requests can come past the gateway and the authorizer.',
    detail: `The statement is ${statement}.`,
    runbook: 'changed-by-hand',
    commands: [
      aws('lambda remove-permission', {
        'function-name': functionNameIn(arn),
        qualifier: qualifierIn(arn),
        'statement-id': statement,
      }),
    ],
    about: alias.logicalId,
  }));
}
