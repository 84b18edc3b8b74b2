import { PolicyDocument, type PolicyStatement, Role, type RoleProps } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * A role that has its rights in itself, and not in a policy beside it. CloudFormation's drift detection sees a right that
 * somebody changed by hand in a role, so the next deploy can repair it. It does not look into an AWS::IAM::Policy, which
 * CDK makes for a usual role:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-iam-policy.html
 */
export class ServiceRole extends Role {
  private readonly rights: PolicyDocument;

  constructor(scope: Construct, id: string, props: RoleProps) {
    const rights = new PolicyDocument();
    super(scope, id, { ...props, inlinePolicies: { Rights: rights } });
    this.rights = rights;
  }

  /** CDK calls this method for each right that the role is granted. Role itself would write a policy here. */
  override addToPrincipalPolicy(statement: PolicyStatement) {
    this.rights.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
