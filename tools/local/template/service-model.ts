import { type CloudFormationTemplate, evaluate, TemplateError } from './cloudformation.ts';
import {
  type Authorizer,
  type Route,
  readAuthorizer,
  readIntegration,
  readRoute,
  readThrottle,
  type Throttle,
} from './http-api.ts';
import { type AssetManifest, type LambdaFunction, readFunction } from './lambda-function.ts';
import { readResources, type ServedResource } from './resources.ts';

/** The parts of the template that change the answer to a request. */
export interface ServiceModel {
  readonly throttle: Throttle | undefined;
  readonly routes: readonly Route[];
  readonly authorizers: ReadonlyMap<string, Authorizer>;
  readonly functions: ReadonlyMap<string, LambdaFunction>;
  readonly tables: readonly Table[];
  readonly outputs: Readonly<Record<string, string>>;
}

export interface Table {
  readonly name: string;
  readonly attributes: readonly {
    readonly AttributeName: string;
    readonly AttributeType: 'S' | 'N' | 'B';
  }[];
  readonly keys: readonly { readonly AttributeName: string; readonly KeyType: 'HASH' | 'RANGE' }[];
}

export function readTemplate(
  template: CloudFormationTemplate,
  assets: AssetManifest,
): ServiceModel {
  const { ofType, theOnly } = readResources(template);
  theOnly('ApiGatewayV2::Api');
  const codeOf = (id: string) => template.Resources[id]?.Properties?.['Code'];
  const integrations = byId(ofType('ApiGatewayV2::Integration'), readIntegration);
  const model = {
    throttle: readThrottle(theOnly('ApiGatewayV2::Stage')),
    routes: ofType('ApiGatewayV2::Route').map((route) => readRoute(route, integrations)),
    authorizers: byId(ofType('ApiGatewayV2::Authorizer'), readAuthorizer),
    functions: byId(ofType('Lambda::Function'), (lambda) =>
      readFunction(lambda, codeOf(lambda.id), assets),
    ),
    tables: ofType('DynamoDB::GlobalTable').map(({ id, properties }) => ({
      name: id,
      attributes: properties['AttributeDefinitions'] as Table['attributes'],
      keys: properties['KeySchema'] as Table['keys'],
    })),
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

function byId<T>(resources: readonly ServedResource[], read: (resource: ServedResource) => T) {
  return new Map(resources.map((resource) => [resource.id, read(resource)]));
}

/** Leaves out outputs of resources that do not exist locally. */
function readOutputs(template: CloudFormationTemplate): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const [name, { Value: value }] of Object.entries(template.Outputs ?? {})) {
    try {
      outputs[name] = String(evaluate(value, template));
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
    }
  }
  return outputs;
}
