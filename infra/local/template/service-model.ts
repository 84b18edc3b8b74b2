import {
  type CloudFormationTemplate,
  type Resource,
  readProperties,
  resolve,
  TemplateError,
} from './cloudformation.ts';
import {
  type Authorizer,
  type Route,
  readAuthorizer,
  readRoute,
  readThrottle,
  type Throttle,
} from './http-api.ts';
import { type AssetManifest, type LambdaFunction, readFunction } from './lambda-function.ts';
import { refuseUnsupportedTypes } from './resource-types.ts';
import { readTable, type Table } from './table.ts';

/** The parts of the template that change the answer to a request. */
export interface ServiceModel {
  readonly throttle: Throttle | undefined;
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
  const [api, ...otherApis] = ofType(template, 'AWS::ApiGatewayV2::Api');
  const [stage, ...otherStages] = ofType(template, 'AWS::ApiGatewayV2::Stage');
  if (!api || !stage || otherApis.length > 0 || otherStages.length > 0) {
    throw new TemplateError('The template has to define one HTTP API with one stage.');
  }
  readProperties(
    ...api,
    template,
    ['ProtocolType'],
    [
      'Description',
      'DisableExecuteApiEndpoint',
      'IpAddressType',
      'Name',
      'RouteSelectionExpression',
      'Tags',
    ],
  );
  const model = {
    throttle: readThrottle(...stage, template),
    routes: ofType(template, 'AWS::ApiGatewayV2::Route').map(([, route]) =>
      readRoute(route, template),
    ),
    authorizers: new Map(
      ofType(template, 'AWS::ApiGatewayV2::Authorizer').map((authorizer) => [
        authorizer[0],
        readAuthorizer(...authorizer, template),
      ]),
    ),
    functions: new Map(
      ofType(template, 'AWS::Lambda::Function').map((lambda) => [
        lambda[0],
        readFunction(...lambda, template, assets),
      ]),
    ),
    tables: ofType(template, 'AWS::DynamoDB::GlobalTable').map((table) =>
      readTable(...table, template),
    ),
    outputs: readOutputs(template),
  };
  for (const { functionName } of [...model.routes, ...model.authorizers.values()]) {
    if (!model.functions.has(functionName)) {
      throw new TemplateError(`The function ${functionName} is not part of the template.`);
    }
  }
  for (const { authorizer, key } of model.routes) {
    if (authorizer !== undefined && !model.authorizers.has(authorizer)) {
      throw new TemplateError(`The route ${key} has no authorizer in the template.`);
    }
  }
  return model;
}

/** Leaves out outputs of resources that do not exist locally. */
function readOutputs(template: CloudFormationTemplate): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const [name, { Value: value }] of Object.entries(template.Outputs ?? {})) {
    try {
      outputs[name] = String(resolve(value, template));
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
    }
  }
  return outputs;
}

function ofType(template: CloudFormationTemplate, type: string): [string, Resource][] {
  return Object.entries(template.Resources).filter(([, resource]) => resource.Type === type);
}
