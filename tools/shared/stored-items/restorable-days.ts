/** How long DynamoDB keeps restore points, and the backup of a deleted table. */
export const restorableDays = 35;
