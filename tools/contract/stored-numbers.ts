// DynamoDB keeps 0, and numbers of these sizes:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html
export const smallest = 1e-130;
export const firstTooLarge = 1e126;
