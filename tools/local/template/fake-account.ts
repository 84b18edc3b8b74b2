/** The account, the region and the API's id of an emulated stack. */
export const account = '123456789012';
export const region = 'us-east-1';
export const apiId = 'localapi01';
