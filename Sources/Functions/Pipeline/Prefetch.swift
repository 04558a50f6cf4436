// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The queries that a function will probably need, so that they share one round trip to a server (see
/// `Transaction.prefetch`). All functions' lists are in this file. `Tests/EndToEnd/storage/test_round_trips.py` counts
/// the round trips.
package struct Prefetch {
  /// Runs the code that needs the rows later. Here it gets none and may fail: the queries before that are announced.
  fileprivate let run: (Decision) throws(Problem) -> Void

  private init(_ run: @escaping (Decision) throws(Problem) -> Void) { self.run = run }

  private init(_ lists: Prefetch...) {
    // Each by itself, because any of them may fail without rows.
    run = { (decision) throws(Problem) in for list in lists { decision.prefetch(list) } }
  }
}

extension Decision {
  func prefetch(_ list: Prefetch) { transaction.prefetch { () throws(Problem) in try list.run(self) } }
}

extension Prefetch {
  static var nothing: Prefetch { Prefetch { (_) throws(Problem) in } }

  /// What every decision reads.
  static var pipeline: Prefetch {
    Prefetch(
      Prefetch { (decision) throws(Problem) in try decision.limits.requireCallsLeft() },
      Prefetch { (decision) throws(Problem) in
        let (call, transaction) = (decision.call, decision.transaction)
        if let event = call.event { _ = try transaction.seenEvents.find(event.key, now: decision.now) }
        switch call.credential {
        case nil: return
        case .key(let key): _ = try transaction.serviceKeys.find(id: key.id)
        case .session(let session):
          _ = try transaction.sessions.find(id: session.id)
          _ = try transaction.accounts.find(ofSession: session.id)
        }
        // The limits of signed-in callers need them.
        _ = try transaction.hashKeys.all()
      })
  }

  /// The keys that sign access tokens, for decisions that begin or continue a session.
  static var tokenKeys: Prefetch {
    Prefetch { (decision) throws(Problem) in
      _ = try decision.transaction.hashKeys.tokenKeys()
    }
  }

  /// The keys of hashes, with which limits and addresses are found.
  private static var hashKeys: Prefetch {
    Prefetch { (decision) throws(Problem) in
      _ = try decision.transaction.hashKeys.all()
    }
  }

  /// The account of an identity, and the accounts that claim its address.
  private static func account(of identity: Identity) -> Prefetch {
    Prefetch { (decision) throws(Problem) in
      _ = try decision.identities.match(identity)
      if let email = identity.verifiedEmail { _ = try decision.transaction.accounts.claimants(of: email) }
    }
  }

  private static func pendingInvitations(for email: EmailAddress?) -> Prefetch {
    Prefetch { (decision) throws(Problem) in _ = try decision.invitations.pending(for: email) }
  }
}

// MARK: - Sessions

extension Prefetch {
  static func signIn(_ credential: SignIn.VerifiedCredential?) -> Prefetch {
    switch credential {
    case .code(let code):
      let owner = Prefetch { (decision) throws(Problem) in
        _ = try decision.transaction.accounts.find(email: code.email)
      }
      return Prefetch(hashKeys, tokenKeys, owner, pendingInvitations(for: code.email))
    case .identity(let identity):
      return Prefetch(hashKeys, tokenKeys, account(of: identity), pendingInvitations(for: identity.verifiedEmail))
    case .password(let check):
      let password = Prefetch { (decision) throws(Problem) in
        _ = try decision.transaction.passwords.passwordCredential(check.login)
      }
      return Prefetch(hashKeys, tokenKeys, password, pendingInvitations(for: check.email))
    case .deletionCode, .account, nil: return Prefetch(hashKeys, tokenKeys)
    }
  }

  /// What `Sessions.beginSession` reads.
  static func session(of account: Account, on device: Device?) -> Prefetch {
    guard account.lastSignInAt != nil else { return .nothing }
    return Prefetch { (decision) throws(Problem) in _ = try decision.sessions.history(of: account, device) }
  }

  static func refresh(_ token: String) -> Prefetch {
    Prefetch { (decision) throws(Problem) in
      let session = RefreshToken.unverifiedSession(of: token)
      _ = try decision.transaction.sessions.find(id: session)
      _ = try decision.transaction.accounts.find(ofSession: session)
      _ = try decision.transaction.hashKeys.tokenKeys()
    }
  }

  static func signInCode(to email: EmailAddress) -> Prefetch {
    Prefetch { (decision) throws(Problem) in
      _ = try decision.transaction.hashKeys.all()
      _ = try decision.transaction.accounts.find(email: email)
      _ = try decision.transaction.accounts.claimant(of: email)
    }
  }

  static func reauthentication(_ credentials: [Result<Reauthenticate.VerifiedCredential, Problem>]) -> Prefetch {
    Prefetch { (decision) throws(Problem) in
      _ = try decision.transaction.hashKeys.tokenKeys()
      for credential in credentials {
        switch try credential.get() {
        case .identity(let identity): _ = try decision.transaction.identities.account(of: identity)
        case .password(let check):
          if let check { _ = try decision.transaction.passwords.find(email: check.email) }
        }
      }
    }
  }

  /// The settings of passwords' hashes.
  static var passwordHashes: Prefetch {
    Prefetch { (decision) throws(Problem) in
      _ = try decision.transaction.hashKeys.all()
      _ = try decision.transaction.passwords.importedCosts()
    }
  }
}

// MARK: - Accounts

extension Prefetch {
  /// What `get-account` shows.
  static func shown(_ account: Account) -> Prefetch {
    Prefetch { (decision) throws(Problem) in
      _ = try decision.transaction.accounts.find(id: account.id)
      _ = try GetAccount.output(account, decision)
    }
  }
}

// MARK: - Invitations

extension Prefetch {
  /// What a code leads to: the invitation, and the link if there is no invitation.
  static func offer(of code: PresentedCode, on device: Device? = nil) -> Prefetch {
    Prefetch { (decision) throws(Problem) in _ = try decision.invitations.offer(of: code, on: device) }
  }

  static func invitation(_ id: String) -> Prefetch {
    Prefetch { (decision) throws(Problem) in _ = try decision.transaction.invitations.details(id: id) }
  }

  static func acceptance(of code: PresentedCode, _ credential: AcceptInvitation.VerifiedCredential?, on device: Device?)
    -> Prefetch
  {
    guard case .identity(let identity) = credential else { return Prefetch(tokenKeys, offer(of: code, on: device)) }
    return Prefetch(tokenKeys, account(of: identity), offer(of: code, on: device))
  }

  static func invitations(_ ids: [String]) -> Prefetch {
    Prefetch { (decision) throws(Problem) in
      for id in ids { _ = try decision.transaction.invitations.find(id: id) }
    }
  }

  /// The clients with the recipients' addresses, and what the limits still allow them.
  static func recipients(_ recipients: [Recipient], of team: Membership, by channel: Invitation.Channel) -> Prefetch {
    Prefetch { (decision) throws(Problem) in
      for recipient in recipients {
        if let email = recipient.email {
          _ = try decision.transaction.clients.find(of: team.teamID, email: email)
        }
        for key in decision.policy.recipientKeys(of: team.teamID, recipient.email, phone: recipient.phone, channel) {
          _ = try decision.limits.allowance(.inviteRecipient, of: key)
        }
      }
    }
  }
}
