// Written by `npm run generate` from openapi.yaml; a test checks it.
// Stryker disable all: this code is generated, and the tests of the contract cover it.
// @ts-nocheck
"use strict";
export const validateEvent = validate10;
const schema11 = {"$id":"validateEvent","type":"object","properties":{"body":{"type":"object","allOf":[{"type":"object","required":["id"],"properties":{"id":{"int64":true}}},{"type":"object","required":["name"],"properties":{"name":{"text":true},"tag":{"text":true}}}]}}};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="validateEvent" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.body !== undefined){
let data0 = data.body;
if(!(data0 && typeof data0 == "object" && !Array.isArray(data0))){
const err0 = {instancePath:instancePath+"/body",schemaPath:"#/properties/body/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.id === undefined){
const err1 = {instancePath:instancePath+"/body",schemaPath:"#/properties/body/allOf/0/required",keyword:"required",params:{missingProperty: "id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.id !== undefined){
if(typeof data0.id !== "bigint"){
const err2 = {instancePath:instancePath+"/body/id",schemaPath:"#/properties/body/allOf/0/properties/id/int64",keyword:"int64",params:{}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath:instancePath+"/body",schemaPath:"#/properties/body/allOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.name === undefined){
const err4 = {instancePath:instancePath+"/body",schemaPath:"#/properties/body/allOf/1/required",keyword:"required",params:{missingProperty: "name"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data0.name !== undefined){
let data2 = data0.name;
if(typeof data2 !== "string" || !data2.isWellFormed()){
const err5 = {instancePath:instancePath+"/body/name",schemaPath:"#/properties/body/allOf/1/properties/name/text",keyword:"text",params:{}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data0.tag !== undefined){
let data3 = data0.tag;
if(typeof data3 !== "string" || !data3.isWellFormed()){
const err6 = {instancePath:instancePath+"/body/tag",schemaPath:"#/properties/body/allOf/1/properties/tag/text",keyword:"text",params:{}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/body",schemaPath:"#/properties/body/allOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}
