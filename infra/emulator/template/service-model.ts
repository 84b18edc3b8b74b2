import { type Authorizer, readAuthorizer } from './authorizer.ts';
import {
  type AssetManifest,
  type CloudFormationTemplate,
  onlyProperties,
  type Resource,
} from './cloudformation.ts';
import { resolve, type Scope } from './intrinsics.ts';
import { type LambdaFunction, readFunction } from './lambda-function.ts';
import { physicalNames } from './physical-names.ts';
import { refuseUnsupportedTypes } from './resource-types.ts';
import { type Route, readRoute } from './route.ts';
import { readStage, type Stage } from './stage.ts';
import { readTable, type Table } from './table.ts';
import { TemplateError } from './template-error.ts';

/** Everything about the template that changes what a request meets. */
export interface ServiceModel {
  readonly stage: Stage;
  readonly routes: readonly Route[];
  readonly authorizers: ReadonlyMap<string, Authorizer>;
  readonly functions: ReadonlyMap<string, LambdaFunction>;
  readonly tables: readonly Table[];
  readonly outputs: Readonly<Record<string, string>>;
}

export function readTemplate(
  template: CloudFormationTemplate,
  assets: AssetManifest,
): ServiceModel {
  refuseUnsupportedTypes(template);
  const scope: Scope = { template, names: physicalNames(template.Resources) };
  const [api, ...otherApis] = ofType(template, 'AWS::ApiGatewayV2::Api');
  const [stage, ...otherStages] = ofType(template, 'AWS::ApiGatewayV2::Stage');
  if (!api || !stage || otherApis.length > 0 || otherStages.length > 0) {
    throw new TemplateError('The template has to define one HTTP API with one stage.');
  }
  onlyProperties(
    api[0],
    api[1].Properties ?? {},
    ['ProtocolType'],
    ['Description', 'DisableExecuteApiEndpoint', 'Name', 'RouteSelectionExpression', 'Tags'],
  );
  const model = {
    stage: readStage(...stage, scope),
    routes: ofType(template, 'AWS::ApiGatewayV2::Route').map(([, route]) =>
      readRoute(route, scope),
    ),
    authorizers: new Map(
      ofType(template, 'AWS::ApiGatewayV2::Authorizer').map(([id, resource]) => [
        id,
        readAuthorizer(id, resource, scope),
      ]),
    ),
    functions: new Map(
      ofType(template, 'AWS::Lambda::Function')
        .map((entry) => readFunction(...entry, scope, assets))
        .map((lambda) => [lambda.name, lambda]),
    ),
    tables: [
      ...ofType(template, 'AWS::DynamoDB::GlobalTable'),
      ...ofType(template, 'AWS::DynamoDB::Table'),
    ].map((table) => readTable(...table, scope)),
    outputs: readOutputs(scope),
  };
  for (const { functionName } of [...model.routes, ...model.authorizers.values()]) {
    if (!model.functions.has(functionName)) {
      throw new TemplateError(`The function ${functionName} is not part of the template.`);
    }
  }
  return model;
}

/** An output that tells of a resource without a local counterpart has no local value. */
function readOutputs(scope: Scope): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const [name, { Value: value }] of Object.entries(scope.template.Outputs ?? {})) {
    try {
      outputs[name] = String(resolve(value, scope));
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
    }
  }
  return outputs;
}

function ofType(template: CloudFormationTemplate, type: string): [string, Resource][] {
  return Object.entries(template.Resources).filter(([, resource]) => resource.Type === type);
}
