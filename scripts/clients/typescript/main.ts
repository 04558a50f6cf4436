// SPDX-License-Identifier: Apache-2.0
// Signs in, makes ten calls at once with an old access token, is signed out: node main.js URL ID-TOKEN

import { AccountsApi, ClientsApi, InvitationsApi, SessionsApi } from "./client";
import { Refused, Session } from "./session";

async function main(url: string, idToken: string): Promise<void> {
  const stored: (string | null)[] = [null];
  const store = { read: async () => stored[0], write: async (text: string | null) => void (stored[0] = text) };
  const session = new Session(url, store, (problem) => console.log("signed out:", problem.userMessage));
  const sessions = new SessionsApi(session.configuration);

  const signedIn = await session.call((idempotencyKey) =>
    sessions.signIn({ idempotencyKey, signInRequest: { identity: { provider: "google", idToken }, as: "admin" } }));
  // As if an hour had passed.
  await session.begin({ ...signedIn.session!, accessTokenExpiresAt: new Date() });

  const accounts = new AccountsApi(session.configuration);
  const answers = await Promise.all(Array.from({ length: 10 }, () => session.call((idempotencyKey) => accounts.getAccount({ idempotencyKey }))));
  console.log("accounts:", answers.map((it) => it.account.email).join(" "));

  const invitations = new InvitationsApi(session.configuration);
  const client = { name: "Kim", email: "kim@example.com" };
  const sent = await session.call((idempotencyKey) => invitations.sendInvitation({ idempotencyKey, sendInvitationRequest: { client } }));
  console.log("invited:", sent.client!.email, sent.invitation!.status);
  const listed = await session.call((idempotencyKey) => new ClientsApi(session.configuration).listClients({ idempotencyKey }));
  console.log("clients:", listed.clients.length);
  try {
    await session.call((idempotencyKey) => invitations.previewInvitation({ idempotencyKey, previewInvitationRequest: { code: "A" } }));
  } catch (error) {
    console.log("refused:", (error as Refused).problem.code);
  }
  console.log("restored:", await new Session(url, store, () => {}).restore());
  await session.signOut();
  console.log("stored:", stored[0]);
}

declare const process: { argv: string[]; exit(status: number): never };
main(process.argv[2], process.argv[3]).catch((error) => {
  console.error(error);
  process.exit(1);
});
