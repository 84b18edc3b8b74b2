import { describe, expect, it } from 'vitest';
import { physicalNames } from '../../../../infra/emulator/template/physical-names.ts';

function named(Type: string, path: unknown, Properties: Record<string, unknown> = {}) {
  return {
    Type,
    Properties,
    Metadata: { 'aws:cdk:path': path },
  };
}
function names(resources: Parameters<typeof physicalNames>[0]) {
  return Object.fromEntries(physicalNames(resources));
}

describe('a resource is called', () => {
  it.each(['Stack/Api/Create', 'Stack/Api/Create/Resource', 'Create'])(
    'by its construct, %s',
    (path) => {
      expect(names({ Create6D70: named('AWS::Lambda::Function', path) })).toEqual({
        Create6D70: 'Create',
      });
    },
  );

  it('by its construct, even if that is called as CDK calls the resource inside', () => {
    const path = 'Stack/Resource/Resources/Resource';
    expect(names({ A: named('AWS::Lambda::Function', path) })).toEqual({ A: 'Resources' });
  });

  it('by its logical id where it has no construct', () => {
    expect(names({ A: { Type: 'AWS::Lambda::Function' } })).toEqual({ A: 'A' });
    expect(names({ A: named('AWS::Lambda::Function', 7) })).toEqual({ A: 'A' });
  });

  it.each([
    ['AWS::Lambda::Function', 'FunctionName'],
    ['AWS::DynamoDB::Table', 'TableName'],
    ['AWS::DynamoDB::GlobalTable', 'TableName'],
  ])('as the template names it: %s by %s', (type, property) => {
    expect(names({ A: named(type, 'Stack/B', { [property]: 'mine' }) })).toEqual({ A: 'mine' });
    expect(names({ A: named(type, 'Stack/B', { [property]: { Ref: 'C' } }) })).toEqual({ A: 'B' });
    expect(names({ A: named('AWS::SNS::Topic', 'Stack/B', { [property]: 'x' }) })).toEqual({
      A: 'B',
    });
  });

  it('by its logical id where two of a type would share a name, and only then', () => {
    const [fn, table] = ['AWS::Lambda::Function', 'AWS::DynamoDB::Table'];
    expect(names({ A: named(fn, 'S/X'), B: named(fn, 'T/X'), C: named(table, 'S/X') })).toEqual({
      A: 'A',
      B: 'B',
      C: 'X',
    });
  });
});
