// SPDX-License-Identifier: Apache-2.0
// Signs in, makes ten calls at once with an old access token, is signed out: java MainKt URL ID-TOKEN

import java.time.OffsetDateTime
import java.util.concurrent.Callable
import java.util.concurrent.Executors
import org.openapitools.client.apis.AccountsApi
import org.openapitools.client.apis.ClientsApi
import org.openapitools.client.apis.InvitationsApi
import org.openapitools.client.apis.SessionsApi
import org.openapitools.client.models.Identity
import org.openapitools.client.models.ListClientsRequest
import org.openapitools.client.models.NewClient
import org.openapitools.client.models.PreviewInvitationRequest
import org.openapitools.client.models.SendInvitationRequest
import org.openapitools.client.models.SignInRequest
import org.openapitools.client.models.SignOutRequest

fun main(arguments: Array<String>) {
  val (url, idToken) = arguments
  val store = object : TokenStore {
    var text: String? = null
    override fun read() = text
    override fun write(text: String?) { this.text = text }
  }
  val session = Session(url, store) { println("signed out: ${it.userMessage}") }

  val request = SignInRequest(identity = Identity(provider = "google", idToken = idToken), `as` = "admin")
  val signedIn = session.call { key -> SessionsApi(url).signIn(request, key) }
  // As if an hour had passed.
  session.begin(signedIn.session!!.copy(accessTokenExpiresAt = OffsetDateTime.now()))

  val accounts = session.with(AccountsApi(url))
  val threads = Executors.newFixedThreadPool(10)
  val answers = threads.invokeAll(List(10) { Callable { session.call { key -> accounts.getAccount(key) } } })
  println("accounts: ${answers.joinToString(" ") { it.get().account.email ?: "" }}")
  threads.shutdown()

  val invitations = session.with(InvitationsApi(url))
  val client = NewClient(name = "Kim", email = "kim@example.com")
  val sent = session.call { key -> invitations.sendInvitation(SendInvitationRequest(client = client), key) }
  println("invited: ${sent.client?.email} ${sent.invitation?.status?.value}")
  val listed = session.call { key -> session.with(ClientsApi(url)).listClients(key, ListClientsRequest()) }
  println("clients: ${listed.clients.size}")
  try {
    session.call { key -> invitations.previewInvitation(PreviewInvitationRequest(code = "A"), key) }
  } catch (refused: Refused) {
    println("refused: ${refused.problem.code.value}")
  }
  println("restored: ${Session(url, store) {}.apply { restore() }.isSignedIn}")
  session.call { key -> session.with(SessionsApi(url)).signOut(key, SignOutRequest()) }
  session.begin(null)
  println("stored: ${store.text}")
}
