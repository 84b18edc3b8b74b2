// Written by `npm run generate` from openapi.yaml.
// Stryker disable all: the tests of the contract cover it.
// @ts-nocheck
import type { Ajv } from 'ajv';

"use strict";
export const validateEvent: Ajv = validate10;
const schema11 = {"$id":"event","type":"object","properties":{"body":{"$ref":"#/components/schemas/NewPlant"}},"components":{"schemas":{"Plant":{"type":"object","required":["name"],"properties":{"name":{"type":"string","isWellFormed":true},"tag":{"type":"string","isWellFormed":true}}},"NewPlant":{"type":"object","allOf":[{"type":"object","required":["id"],"properties":{"id":{"isInt64":true}}},{"$ref":"#/components/schemas/Plant"}]},"Error":{"type":"object","required":["error","message"],"properties":{"error":{"isRounded":true},"message":{"type":"string","isWellFormed":true}}},"GatewayError":{"type":"object","required":["message"],"properties":{"message":{"type":"string","isWellFormed":true}}}}}};
const schema12 = {"type":"object","allOf":[{"type":"object","required":["id"],"properties":{"id":{"isInt64":true}}},{"$ref":"#/components/schemas/Plant"}]};
const schema13 = {"type":"object","required":["name"],"properties":{"name":{"type":"string","isWellFormed":true},"tag":{"type":"string","isWellFormed":true}}};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be an object"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/allOf/0/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.id !== undefined){
if(typeof data.id != "bigint"){
const err2 = {instancePath:instancePath+"/id",schemaPath:"#/allOf/0/properties/id/isInt64",keyword:"isInt64",params:{},message:"must be an integer between -9223372036854775808 and 9223372036854775807"};
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
const err3 = {instancePath,schemaPath:"#/allOf/0/type",keyword:"type",params:{type: "object"},message:"must be an object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err4 = {instancePath,schemaPath:"#/components/schemas/Plant/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.name !== undefined){
let data1 = data.name;
if(typeof data1 === "string"){
if(!data1.isWellFormed()){
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/components/schemas/Plant/properties/name/isWellFormed",keyword:"isWellFormed",params:{},message:"must be well-formed Unicode"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/components/schemas/Plant/properties/name/type",keyword:"type",params:{type: "string"},message:"must be a string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.tag !== undefined){
let data2 = data.tag;
if(typeof data2 === "string"){
if(!data2.isWellFormed()){
const err7 = {instancePath:instancePath+"/tag",schemaPath:"#/components/schemas/Plant/properties/tag/isWellFormed",keyword:"isWellFormed",params:{},message:"must be well-formed Unicode"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/tag",schemaPath:"#/components/schemas/Plant/properties/tag/type",keyword:"type",params:{type: "string"},message:"must be a string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/components/schemas/Plant/type",keyword:"type",params:{type: "object"},message:"must be an object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}


function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="event" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.body !== undefined){
if(!(validate11(data.body, {instancePath:instancePath+"/body",parentData:data,parentDataProperty:"body",rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
}
}
else {
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be an object"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}
