/** The account and region of this machine: they stand in events and in the ARNs of the tables. */
export const account = '123456789012';
export const region = 'us-east-1';
