// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// What belongs to a team of the inviter. Anything else is reported as not found, like something that does not exist.
extension InviterTeams {
  package func client(_ id: String) throws(Problem) -> Client {
    guard let client = try decision.tables.clients.find(id: id), try hasAccess(to: client.teamID) else {
      throw Problem(.clientNotFound, "this inviter has no client with that id")
    }
    return client
  }

  package func workout(_ id: String) throws(Problem) -> Workout {
    guard let (workout, _) = try decision.tables.workouts.find(id: id), try hasAccess(to: workout.teamID) else {
      throw WorkoutTable.noWorkout
    }
    return workout
  }

  package func invitation(_ id: String) throws(Problem) -> Invitation {
    guard let invitation = try decision.tables.invitations.find(id: id), try hasAccess(to: invitation.teamID) else {
      throw Problem(.invitationNotFound, "this inviter has no invitation with that id")
    }
    return invitation
  }

  package func joinLink(_ id: String) throws(Problem) -> JoinLink {
    guard let link = try decision.tables.joinLinks.find(id: id), try hasAccess(to: link.teamID) else {
      throw Problem(.invitationNotFound, "this inviter has no link with that id")
    }
    return link
  }

  func joinRequest(_ id: String) throws(Problem) -> JoinRequest {
    guard let request = try decision.tables.joinRequests.find(id: id), try hasAccess(to: request.teamID) else {
      throw Problem(.invitationNotFound, "nobody has asked this inviter with that id")
    }
    return request
  }
}

extension ClientTable {
  /// A client record of an account. Another account's record is reported as not found, like one that does not exist.
  func find(id: String, ofAccount account: Account) throws(Problem) -> Client {
    guard let client = try find(id: id), client.accountID == account.id else {
      throw Problem(.clientNotFound, "the account has no client record with that id")
    }
    return client
  }
}

extension WorkoutTable {
  /// A workout of an account. Another account's workout is reported as not found.
  func find(id: String, ofAccount account: Account) throws(Problem) -> Workout {
    guard let (workout, owner) = try find(id: id), owner == account.id else { throw Self.noWorkout }
    return workout
  }

  fileprivate static var noWorkout: Problem { Problem(.workoutNotFound, "the caller has no workout with that id") }
}
