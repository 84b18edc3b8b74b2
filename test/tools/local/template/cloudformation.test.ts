import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../../tools/local/template/cloudformation.ts';
import { account, apiId, region } from '../../../../tools/local/template/fake-account.ts';

const resources = {
  Api: { Type: 'AWS::ApiGatewayV2::Api' },
  Integration: { Type: 'AWS::ApiGatewayV2::Integration' },
  Fn: { Type: 'AWS::Lambda::Function' },
  Live: { Type: 'AWS::Lambda::Alias', Properties: { FunctionName: { Ref: 'Fn' }, Name: 'live' } },
  Table: { Type: 'AWS::DynamoDB::GlobalTable' },
};
function resolved(value: unknown) {
  return evaluate(value, { Resources: resources });
}

const arn = `arn:aws:lambda:${region}:${account}:function:Fn`;

describe('evaluate', () => {
  it.each([7, null, 'text', {}])('leaves %j as it is', (value) => {
    expect(resolved(value)).toEqual(value);
  });

  it('finds references at any depth', () => {
    expect(resolved({ a: [{ b: { Ref: 'Table' } }] })).toEqual({ a: [{ b: 'Table' }] });
  });

  it.each([
    ['AWS::Partition', 'aws'],
    ['AWS::Region', region],
    ['AWS::URLSuffix', 'amazonaws.com'],
    ['Api', apiId],
    ['Integration', 'Integration'],
    ['Fn', 'Fn'],
    ['Table', 'Table'],
    ['Live', `${arn}:live`],
  ])('refers to %s as %s', (name, value) => {
    expect(resolved({ Ref: name })).toBe(value);
    expect(resolved({ 'Fn::Join': ['-', ['a', { Ref: name }]] })).toBe(`a-${value}`);
  });

  it("knows a function's ARN", () => {
    expect(resolved({ 'Fn::GetAtt': ['Fn', 'Arn'] })).toBe(arn);
  });

  it.each([
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, /\bArn of Table \(AWS::DynamoDB::GlobalTable\)/],
    [{ 'Fn::Sub': 'a' }, /\bFn::Sub\b/],
    [{ Ref: 'AWS::StackId' }, /\bAWS::StackId\b/],
  ])('refuses %j, and names what it does not know', (value, named) => {
    expect(() => resolved(value)).toThrow(named);
  });
});
