import { describe, expect, it } from 'vitest';
import { resolve } from '../../../../infra/emulator/template/intrinsics.ts';

const resources = {
  Api: { Type: 'AWS::ApiGatewayV2::Api' },
  Route: { Type: 'AWS::ApiGatewayV2::Route' },
  Integration: { Type: 'AWS::ApiGatewayV2::Integration' },
  Authorizer: { Type: 'AWS::ApiGatewayV2::Authorizer' },
  Fn: { Type: 'AWS::Lambda::Function' },
  Live: { Type: 'AWS::Lambda::Alias', Properties: { FunctionName: { Ref: 'Fn' }, Name: 'live' } },
  Version: { Type: 'AWS::Lambda::Version', Properties: { FunctionName: { Ref: 'Fn' } } },
  Old: { Type: 'AWS::DynamoDB::Table' },
  Table: { Type: 'AWS::DynamoDB::GlobalTable' },
};
const names = new Map(Object.keys(resources).map((id) => [id, `my-${id}`]));
function resolved(value: unknown) {
  return resolve(value, { template: { Resources: resources }, names });
}

const lambda = 'arn:aws:lambda:us-east-1:123456789012:function:my-Fn';
const dynamodb = 'arn:aws:dynamodb:us-east-1:123456789012:table';

describe('resolve', () => {
  it.each([7, true, null, 'text', [], {}])('leaves %j as it is', (value) => {
    expect(resolved(value)).toEqual(value);
  });

  it('finds references at any depth', () => {
    expect(resolved({ a: [{ b: { Ref: 'Table' } }] })).toEqual({ a: [{ b: 'my-Table' }] });
  });

  it.each([
    ['AWS::AccountId', '123456789012'],
    ['AWS::Partition', 'aws'],
    ['AWS::Region', 'us-east-1'],
    ['AWS::StackId', 'arn:aws:cloudformation:us-east-1:123456789012:stack/PlantStore/local'],
    ['AWS::StackName', 'PlantStore'],
    ['AWS::URLSuffix', 'amazonaws.com'],
    ['Api', 'plantstore'],
    ['Route', 'Route'],
    ['Integration', 'Integration'],
    ['Authorizer', 'Authorizer'],
    ['Fn', 'my-Fn'],
    ['Live', `${lambda}:live`],
    ['Version', `${lambda}:1`],
  ])('refers to %s as %s', (name, value) => {
    expect(resolved({ Ref: name })).toBe(value);
    expect(resolved({ 'Fn::Sub': `<\${${name}}>` })).toBe(`<${value}>`);
  });

  it.each([
    ['Api', 'ApiId', 'plantstore'],
    ['Api', 'ApiEndpoint', 'https://plantstore.execute-api.us-east-1.amazonaws.com'],
    ['Fn', 'Arn', lambda],
    ['Old', 'Arn', `${dynamodb}/my-Old`],
    ['Table', 'Arn', `${dynamodb}/my-Table`],
    ['Version', 'Version', '1'],
  ])('knows of %s its %s', (id, attribute, value) => {
    expect(resolved({ 'Fn::GetAtt': [id, attribute] })).toBe(value);
    expect(resolved({ 'Fn::GetAtt': `${id}.${attribute}` })).toBe(value);
    expect(resolved({ 'Fn::Sub': `<\${${id}.${attribute}}>` })).toBe(`<${value}>`);
  });

  it('names what it does not know', () => {
    expect(() => resolved({ Ref: 'AWS::NotificationARNs' })).toThrow('AWS::NotificationARNs');
    expect(() => resolved({ 'Fn::GetAtt': ['Table', 'StreamArn'] })).toThrow(
      'The template uses StreamArn of Table (AWS::DynamoDB::GlobalTable)',
    );
  });
});
