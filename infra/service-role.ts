import { PolicyDocument, type PolicyStatement, Role, type RoleProps } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * A role whose rights can be repaired, because they are a part of it: CloudFormation sees a change by hand. It sees
 * no change of an AWS::IAM::Policy, which CDK would make.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-iam-policy.html
 */
export class ServiceRole extends Role {
  private readonly rights: PolicyDocument;

  constructor(scope: Construct, id: string, props: RoleProps) {
    const rights = new PolicyDocument();
    super(scope, id, { ...props, inlinePolicies: { Rights: rights } });
    this.rights = rights;
  }

  /** Each grant comes here. */
  override addToPrincipalPolicy(statement: PolicyStatement) {
    this.rights.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
