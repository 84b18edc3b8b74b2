import {
  DeleteRouteCommand,
  DeleteRouteSettingsCommand,
  GetApiCommand,
  GetApiMappingsCommand,
  GetAuthorizersCommand,
  GetDomainNameCommand,
  GetIntegrationsCommand,
  GetRoutesCommand,
  GetStageCommand,
  ResetAuthorizersCacheCommand,
  UpdateApiCommand,
  UpdateAuthorizerCommand,
  UpdateDomainNameCommand,
  UpdateIntegrationCommand,
  UpdateRouteCommand,
  UpdateStageCommand,
} from '@aws-sdk/client-apigatewayv2';
import { attributeOf } from '../aws-names.ts';
import type { AwsState } from '../aws-state.ts';
import type { Deployed } from '../deployed.ts';
import { resourceOf, resourcesOf } from '../find.ts';
import { AwsError, operation } from '../operation.ts';
import { pageOf } from '../paging.ts';

function missing(): AwsError {
  return new AwsError('NotFoundException', 404);
}

function apiOf(state: AwsState, id: string | undefined): Deployed {
  return resourceOf(state, 'AWS::ApiGatewayV2::Api', id, missing());
}

/** What an API has of a type, without the tags of the template. */
function partsOf(state: AwsState, type: string, apiId: string | undefined, token?: string) {
  apiOf(state, apiId);
  const asked = resourcesOf(state, type).filter(({ properties }) => properties.ApiId === apiId);
  const { items, next } = pageOf(state, asked, token);
  return {
    parts: items.map(({ physicalId, properties }) => ({ physicalId, ...properties })),
    next,
  };
}

function apiAnswer(state: AwsState, { physicalId, properties, type }: Deployed) {
  return {
    ApiId: physicalId,
    Name: properties.Name,
    ApiEndpoint: attributeOf(state.place, type, physicalId, 'ApiEndpoint'),
    ProtocolType: properties.ProtocolType,
    IpAddressType: properties.IpAddressType,
    DisableExecuteApiEndpoint: properties.DisableExecuteApiEndpoint ?? false,
    CorsConfiguration: properties.CorsConfiguration,
  };
}

function stageOf(state: AwsState, apiId: string | undefined, name: string | undefined): Deployed {
  apiOf(state, apiId);
  return resourceOf(state, 'AWS::ApiGatewayV2::Stage', name, missing());
}

/** Changes what is given of a part of an API. */
function update(state: AwsState, type: string, id: string | undefined, given: object): void {
  const { properties } = resourceOf(state, type, id, missing());
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) properties[name] = value;
}

export const apigateway = [
  operation(GetApiCommand, ({ ApiId }, state) => apiAnswer(state, apiOf(state, ApiId))),
  operation(UpdateApiCommand, ({ ApiId, ...given }, state) => {
    update(state, 'AWS::ApiGatewayV2::Api', ApiId, given);
    return {};
  }),
  operation(GetRoutesCommand, ({ ApiId, NextToken }, state) => {
    const { parts, next } = partsOf(state, 'AWS::ApiGatewayV2::Route', ApiId, NextToken);
    return {
      Items: parts.map((one) => ({
        RouteId: one.physicalId,
        RouteKey: one.RouteKey,
        Target: one.Target,
        AuthorizationType: one.AuthorizationType ?? 'NONE',
        AuthorizerId: one.AuthorizerId,
      })),
      NextToken: next,
    };
  }),
  operation(GetIntegrationsCommand, ({ ApiId, NextToken }, state) => {
    const { parts, next } = partsOf(state, 'AWS::ApiGatewayV2::Integration', ApiId, NextToken);
    return {
      Items: parts.map((one) => ({ ...one, IntegrationId: one.physicalId })),
      NextToken: next,
    };
  }),
  operation(GetAuthorizersCommand, ({ ApiId, NextToken }, state) => {
    const { parts, next } = partsOf(state, 'AWS::ApiGatewayV2::Authorizer', ApiId, NextToken);
    return {
      Items: parts.map((one) => ({ ...one, AuthorizerId: one.physicalId, Name: one.Name })),
      NextToken: next,
    };
  }),
  operation(UpdateRouteCommand, ({ RouteId, ...given }, state) => {
    update(state, 'AWS::ApiGatewayV2::Route', RouteId, given);
    return {};
  }),
  operation(UpdateIntegrationCommand, ({ IntegrationId, ...given }, state) => {
    update(state, 'AWS::ApiGatewayV2::Integration', IntegrationId, given);
    return {};
  }),
  operation(UpdateAuthorizerCommand, ({ AuthorizerId, ...given }, state) => {
    update(state, 'AWS::ApiGatewayV2::Authorizer', AuthorizerId, given);
    return {};
  }),
  operation(DeleteRouteCommand, ({ RouteId }, state) => {
    const route = resourceOf(state, 'AWS::ApiGatewayV2::Route', RouteId, missing());
    state.resources = state.resources.filter((one) => one !== route);
    return {};
  }),
  operation(DeleteRouteSettingsCommand, (input, state) => {
    const { ApiId, StageName, RouteKey = '' } = input;
    delete stageOf(state, ApiId, StageName).properties.RouteSettings?.[RouteKey];
    return {};
  }),
  operation(GetStageCommand, ({ ApiId, StageName }, state) => {
    const { properties } = stageOf(state, ApiId, StageName);
    return {
      StageName,
      AutoDeploy: properties.AutoDeploy,
      AccessLogSettings: properties.AccessLogSettings,
      DefaultRouteSettings: properties.DefaultRouteSettings,
      RouteSettings: properties.RouteSettings ?? {},
    };
  }),
  operation(UpdateStageCommand, (input, state) => {
    const { ApiId, StageName, DefaultRouteSettings, RouteSettings, AccessLogSettings } = input;
    const { properties } = stageOf(state, ApiId, StageName);
    if (DefaultRouteSettings)
      properties.DefaultRouteSettings = {
        ...properties.DefaultRouteSettings,
        ...DefaultRouteSettings,
      };
    if (RouteSettings) properties.RouteSettings = RouteSettings;
    if (AccessLogSettings) properties.AccessLogSettings = AccessLogSettings;
    return { StageName };
  }),
  operation(ResetAuthorizersCacheCommand, ({ ApiId, StageName }, state) => {
    stageOf(state, ApiId, StageName);
    state.resetCaches += 1;
    return {};
  }),
  operation(GetDomainNameCommand, ({ DomainName }, state) => {
    const type = 'AWS::ApiGatewayV2::DomainName';
    const { properties, physicalId } = resourceOf(state, type, DomainName, missing());
    return {
      DomainName,
      MutualTlsAuthentication: properties.MutualTlsAuthentication,
      DomainNameConfigurations: properties.DomainNameConfigurations.map((one: object) => ({
        DomainNameStatus: 'AVAILABLE',
        ...one,
        ApiGatewayDomainName: attributeOf(state.place, type, physicalId, 'RegionalDomainName'),
        HostedZoneId: attributeOf(state.place, type, physicalId, 'RegionalHostedZoneId'),
      })),
    };
  }),
  operation(UpdateDomainNameCommand, ({ DomainName, MutualTlsAuthentication: own }, state) => {
    const type = 'AWS::ApiGatewayV2::DomainName';
    const { properties } = resourceOf(state, type, DomainName, missing());
    // An empty address switches it off.
    if (own !== undefined) properties.MutualTlsAuthentication = own.TruststoreUri ? own : undefined;
    return {};
  }),
  operation(GetApiMappingsCommand, ({ DomainName, NextToken }, state) => {
    resourceOf(state, 'AWS::ApiGatewayV2::DomainName', DomainName, missing());
    const asked = resourcesOf(state, 'AWS::ApiGatewayV2::ApiMapping').filter(
      ({ properties }) => properties.DomainName === DomainName,
    );
    const { items, next } = pageOf(state, asked, NextToken);
    return {
      Items: items.map(({ physicalId, properties }) => ({
        ApiMappingId: physicalId,
        ApiId: properties.ApiId,
        Stage: properties.Stage,
        ApiMappingKey: properties.ApiMappingKey ?? '',
      })),
      NextToken: next,
    };
  }),
];
