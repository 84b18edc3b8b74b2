import type { Route } from '@aws-sdk/client-apigatewayv2';
import { type Answer, known } from '../answer.ts';
import { type Expected, shortName } from '../expected.ts';
import type { Finding } from '../finding.ts';
import { functionNameIn, qualifierIn } from '../kinds/function-names.ts';
import { allows, askPolicy } from '../kinds/permissions.ts';
import { askRoutes } from '../kinds/routes.ts';
import { aws, night } from '../mends.ts';
import { type Asked, ofType, type Subject } from './subject.ts';

type Policy = Awaited<ReturnType<typeof askPolicy>>;

interface StrangerAnswers {
  readonly routes: Answer<readonly Route[]> | undefined;
  /** By the ARN of an alias. */
  readonly policies: ReadonlyMap<string, Policy>;
}

/** Ways into the service that the template does not have. */
export const strangers: Subject<StrangerAnswers> = {
  async ask(asking, { expected }) {
    const [api] = ofType(expected, 'AWS::ApiGatewayV2::Api');
    const aliases = ofType(expected, 'AWS::Lambda::Alias').flatMap(
      ({ physicalId }) => physicalId ?? [],
    );
    const [routes, ...policies] = await Promise.all([
      api?.physicalId ? askRoutes(asking, api.physicalId) : undefined,
      ...aliases.map(async (arn) => [arn, await askPolicy(asking, arn)] as const),
    ]);
    return { routes, policies: new Map(policies) };
  },

  judge({ routes, policies }, asked) {
    const { expected } = asked;
    const wanted = ofType(expected, 'AWS::ApiGatewayV2::Route').map(({ physicalId }) => physicalId);
    const others = known(routes)?.filter(({ RouteId }) => !wanted.includes(RouteId)) ?? [];
    const permissions = ofType(expected, 'AWS::Lambda::Permission');
    const found = [...policies].flatMap(([arn, policy]) =>
      (known(policy) ?? [])
        .filter((one) => !permissions.some(({ properties }) => allows(one, properties)))
        .map((one) => mayStart(arn, one.Sid ?? '', expected)),
    );
    return { findings: [...others.map((one) => otherRoute(one, asked)), ...found] };
  },
};

function otherRoute(
  { RouteKey, RouteId, AuthorizationType }: Route,
  { stage, expected }: Asked,
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

function mayStart(arn: string, sid: string, expected: readonly Expected[]): Finding {
  const alias = expected.find(({ physicalId }) => physicalId === arn);
  return {
    rank: 'OPEN',
    what: `A permission lets somebody else start ${alias ? shortName(alias.logicalId) : 'a function'}.`,
    means: 'Requests can come past the gateway and the authorizer.',
    detail: `The statement is ${sid}.`,
    runbook: 'changed-by-hand',
    commands: [
      aws('lambda remove-permission', {
        'function-name': functionNameIn(arn),
        qualifier: qualifierIn(arn),
        'statement-id': sid,
      }),
    ],
    ...(alias && { about: alias.logicalId }),
  };
}
