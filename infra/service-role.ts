import { CfnRolePolicy, PolicyDocument, type PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';

/**
 * A role whose rights can be repaired: CloudFormation sees when somebody changes an AWS::IAM::RolePolicy by hand, but
 * not a change of the AWS::IAM::Policy that CDK makes. cdk-nag reads only the latter, so tests check what a role may do.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-iam-policy.html
 */
export class ServiceRole extends Role {
  private readonly rights = new PolicyDocument();

  constructor(...args: ConstructorParameters<typeof Role>) {
    super(...args);
    const { roleName, rights: policyDocument } = this;
    // Inside of the role, so that what depends on the role also waits for its rights.
    new CfnRolePolicy(this, 'Rights', { roleName, policyName: 'Rights', policyDocument });
  }

  /** Each grant comes here. */
  override addToPrincipalPolicy(statement: PolicyStatement) {
    this.rights.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
