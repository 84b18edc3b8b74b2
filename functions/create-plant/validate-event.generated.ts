// Written by `npm run generate` from openapi.yaml.
// Stryker disable all: this code is generated, and the tests of the contract cover it.
// @ts-nocheck
"use strict";
export const validateEvent = validate10;
const schema11 = {"$id":"validateEvent","properties":{"body":{"must":0,"allOf":[{"required":["id"],"properties":{"id":{"must":1}}},{"required":["name"],"properties":{"name":{"must":2}}},{"required":[],"properties":{"tag":{"must":3}}}]}}};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="validateEvent" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.body !== undefined){
let data0 = data.body;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.id === undefined){
const err0 = {instancePath:instancePath+"/body",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.id !== undefined){
let data1 = data0.id;
if(typeof data1 !== "bigint" || data1 < -9223372036854775808n || data1 > 9223372036854775807n){
const err1 = {instancePath:instancePath+"/body/id",keyword:"must",params:{rule: "an integer between -9223372036854775808 and 9223372036854775807"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.name === undefined){
const err2 = {instancePath:instancePath+"/body",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0.name !== undefined){
let data2 = data0.name;
if(typeof data2 !== "string" || !data2.isWellFormed()){
const err3 = {instancePath:instancePath+"/body/name",keyword:"must",params:{rule: "a string of well-formed Unicode"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.tag !== undefined){
let data3 = data0.tag;
if(typeof data3 !== "string" || !data3.isWellFormed()){
const err4 = {instancePath:instancePath+"/body/tag",keyword:"must",params:{rule: "a string of well-formed Unicode"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(!data0 || typeof data0 !== "object" || Array.isArray(data0)){
const err5 = {instancePath:instancePath+"/body",keyword:"must",params:{rule: "a JSON object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
validate10.errors = vErrors;
return errors === 0;
}
