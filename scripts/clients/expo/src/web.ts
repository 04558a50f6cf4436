// SPDX-License-Identifier: Apache-2.0

// Everything that needs nothing of React Native.
export type { Known } from "./answers";
export { Auth, createAuth } from "./auth";
export type { AuthOptions } from "./authOptions";
export { createBrowserAuth } from "./browser";
export { Client } from "./client";
export type { CallOptions, ClientOptions } from "./client";
export { VestibuleError } from "./errors";
export type { ErrorKind } from "./errors";
export { clientProblems, passwordProblems, passwordStrength, signUpProblems, signUpRequest } from "./forms/forms";
export type { SignUpFields } from "./forms/forms";
export { internationalPhone, phoneText } from "./forms/people";
export type { FunctionName, Functions } from "./generated/functions";
export { appLink, invitationCode, invitationCodeOfReferrer } from "./links";
export type { AppLink } from "./links";
export { AuthProvider, useAuth } from "./react";
export type { AppEvents, UsedAuth } from "./react";
export { secureStore } from "./secureStore";
export type { SecureItems } from "./secureStore";
export { Session } from "./session";
export type { SessionChange } from "./session";
export type { AuthSnapshot, AuthStatus, FactorChallenge } from "./snapshot";
export { itemStore, memoryStore } from "./stores";
export type { ItemStorage, TextStore } from "./stores";
export { text } from "./texts";
export type { TextName } from "./texts";

// The requests, results and types of the server.
export * from "./generated/accounts";
export * from "./generated/apps";
export * from "./generated/clients";
export * from "./generated/factors";
export * from "./generated/invitations";
export * from "./generated/sessions";
export * from "./generated/teams";
export * from "./generated/types";
export * from "./generated/workouts";
