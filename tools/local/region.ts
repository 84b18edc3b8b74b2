/** The region of this machine. It is in the events of the functions, and in the ARNs of the tables. */
export const region = 'us-east-1';
