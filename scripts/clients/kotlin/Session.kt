// SPDX-License-Identifier: Apache-2.0
// Keeps a session over the client that openapi-generator makes (kotlin, with gson). All calls block: call them on a background
// thread, such as with `withContext(Dispatchers.IO)`.

import com.google.gson.JsonObject
import java.io.IOException
import java.time.Duration
import java.time.Instant
import java.time.OffsetDateTime
import java.util.Base64
import java.util.UUID
import org.openapitools.client.apis.SessionsApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.infrastructure.ServerError
import org.openapitools.client.infrastructure.ServerException
import org.openapitools.client.models.ErrorCode
import org.openapitools.client.models.Problem
import org.openapitools.client.models.RefreshSessionRequest
import org.openapitools.client.models.Refusal
import org.openapitools.client.models.Session as Tokens

/** Where the tokens are kept, such as a file that is encrypted with a key of Android's keystore. */
interface TokenStore {
  fun read(): String?
  fun write(text: String?)
}

/** A refusal of the server; the message is for the person. */
class Refused(val problem: Problem) : Exception(problem.userMessage)

class Session(basePath: String, private val store: TokenStore, private val signedOut: (Problem) -> Unit) {
  private val publicApi = SessionsApi(basePath).apply { accessTokenProvider = { null } }
  private val lock = Any()
  @Volatile private var tokens: Tokens? = null
  /** How far the clock of this device is ahead of the server's, by the last tokens that the server has issued. */
  @Volatile private var clockOffset = Duration.ZERO

  val isSignedIn get() = tokens != null

  /** Gives an api the session: `session.with(ClientsApi(url))`. */
  fun <Api : ApiClient> with(api: Api): Api = api.apply { accessTokenProvider = ::accessToken }

  /** Reads the stored tokens. */
  fun restore() {
    tokens = store.read()?.let { Serializer.gson.fromJson(it, Tokens::class.java) }
  }

  /** Begins with the tokens of `signIn`, `signUp`, `acceptInvitation` or `answerChallenge`. */
  fun begin(tokens: Tokens?) {
    clockOffset = tokens?.let(::clockOffset) ?: Duration.ZERO
    this.tokens = tokens
    store.write(tokens?.let(Serializer.gson::toJson))
  }

  /**
   * Makes a call, again after lost connections and 503, and once more after a refresh if the access token has expired. The key
   * is the same each time: give it to the call as its `idempotencyKey`.
   */
  fun <Result> call(make: (String) -> Result): Result {
    val key = UUID.randomUUID().toString()
    var wasRefreshed = false
    for (attempt in 0..PAUSES.size) {
      val used = tokens
      try {
        return make(key)
      } catch (error: Exception) {
        val problem = problem(error)
        if (problem?.code == ErrorCode.authTokenExpired && used != null && !wasRefreshed) {
          wasRefreshed = true
          refresh(used)
          continue
        }
        if (problem != null && problem.code in ENDED && tokens != null) end(problem)
        val mayWork = if (problem != null) problem.code == ErrorCode.serviceUnavailable else error is IOException
        if (!mayWork || attempt == PAUSES.size) throw problem?.let(::Refused) ?: error
        Thread.sleep(maxOf(PAUSES[attempt], 1000L * (problem?.retryAfter ?: 0)))
      }
    }
    error("the last attempt returns or throws")
  }

  private fun accessToken(): String? {
    val current = tokens ?: return null
    val isFresh = Duration.between(OffsetDateTime.now(), current.accessTokenExpiresAt) + clockOffset > AHEAD
    return (if (isFresh) current else refresh(current)).accessToken
  }

  /** Refreshes once, however many threads wait for it. */
  private fun refresh(old: Tokens): Tokens = synchronized(lock) {
    tokens?.takeIf { it != old } ?: run {
      // After a lost answer the same refresh token returns the same tokens, for 30 seconds.
      val renewed = try {
        call { publicApi.refreshSession(RefreshSessionRequest(old.refreshToken)).session }
      } catch (error: Refused) {
        if (error.problem.code in ENDED_ACCOUNTS && tokens == old) end(error.problem)
        throw error
      }
      // The person may have signed out, or in again, while the answer was on its way.
      if (tokens == old) begin(renewed)
      renewed
    }
  }

  private fun end(problem: Problem) {
    begin(null)
    signedOut(problem)
  }

  private companion object {
    val AHEAD: Duration = Duration.ofMinutes(1)
    val PAUSES = listOf(500L, 1000L, 2000L, 4000L)
    /** The codes with which a session has ended. */
    val ENDED = setOf(
      ErrorCode.authSessionExpired, ErrorCode.authSessionRevoked, ErrorCode.authUnauthenticated)
    /** The codes with which a refresh says that the account has ended. */
    val ENDED_ACCOUNTS = setOf(ErrorCode.authUserDisabled, ErrorCode.authUserNotFound)

    /** By tokens that the server has issued just now; zero for less than five minutes, which may be the time of the answer. */
    fun clockOffset(tokens: Tokens): Duration {
      val issued = runCatching {
        val claims = String(Base64.getUrlDecoder().decode(tokens.accessToken.split(".")[1]))
        Instant.ofEpochSecond(Serializer.gson.fromJson(claims, JsonObject::class.java)["iat"].asLong)
      }.getOrNull() ?: return Duration.ZERO
      return Duration.between(issued, Instant.now()).takeIf { it.abs() >= Duration.ofMinutes(5) } ?: Duration.ZERO
    }

    /** The problem of a refusal; null for an error that is none, such as a lost connection. */
    fun problem(error: Exception): Problem? {
      val body = when (error) {
        is ClientException -> (error.response as? ClientError<*>)?.body
        is ServerException -> (error.response as? ServerError<*>)?.body
        else -> null
      }
      return try {
        (body as? String)?.let { Serializer.gson.fromJson(it, Refusal::class.java).error }
      } catch (_: RuntimeException) {
        null
      }
    }
  }
}
