// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// What an inviter's pages show in addition to the results of the functions.
extension InviterTeams {
  /// How many clients are in which state, of all and of those with the searched text, and how many a filter selects.
  package struct CountedClients {
    package let all: ClientCounts
    package let ofSearch: ClientCounts
    package let found: Int
  }

  /// - Parameter filter: nil if the page shows all clients.
  package func counted(_ filter: ClientFilter?) throws(Problem) -> CountedClients {
    let (clients, now) = (decision.tables.clients, decision.now)
    let team = try chosen().teamID
    let counts = try clients.counts(of: team, now: now)
    guard let filter else { return CountedClients(all: counts, ofSearch: counts, found: counts.all) }
    let found = try clients.count(of: team, filter, now: now)
    guard let text = filter.text else { return CountedClients(all: counts, ofSearch: counts, found: found) }
    return CountedClients(all: counts, ofSearch: try clients.counts(of: team, containing: text, now: now), found: found)
  }

  /// What became of the latest messages of clients' invitations, by the ids of the invitations.
  package func latestDeliveries(of entries: [ClientEntry]) throws(Problem) -> [String: MessageDelivery] {
    let teams = try namedOrAll().map(\.teamID)
    let own = entries.filter { teams.contains($0.client.teamID) }
    return try decision.tables.deliveries.latest(ofInvitations: own.map(\.invitation.id))
  }

  /// A client's latest workouts, oldest first.
  package func latestWorkouts(ofClient id: String) throws(Problem) -> [Workout] {
    try decision.tables.workouts.latest(ofClient: try client(id).id, limit: ListPage.defaultLimit)
  }
}
