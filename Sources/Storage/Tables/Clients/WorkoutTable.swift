// SPDX-License-Identifier: Apache-2.0

import Domain

/// Workouts that inviters assign to clients.
package struct WorkoutTable {
  package let transaction: Transaction

  /// Stores a new workout.
  package func insert(_ workout: Workout) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO workouts (id, client_id, title, scheduled_for, details, created_at, inviter_id,
        scheduled_on)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      [
        .text(workout.id), .text(workout.clientID), .text(workout.title), .timestamp(workout.scheduledFor),
        .json(workout.details), .timestamp(workout.createdAt), .text(workout.inviter?.id),
        .text(workout.scheduledOn),
      ])
  }

  /// One page of the workouts of one client, or of every client that is linked to an account, oldest first.
  package func all(of owner: WorkoutOwner, after start: PageStart?, limit: Int) throws(Problem) -> [Workout] {
    switch owner {
    case .client(let id): return try all(ofClient: id, after: start, limit: limit)
    case .account(let id): return try all(of: try transaction.clients.all(ofAccount: id), after: start, limit: limit)
    }
  }

  /// One page of the workouts of several clients, oldest first. An account has as many clients as inviters.
  package func all(of clients: [Client], after start: PageStart?, limit: Int) throws(Problem) -> [Workout] {
    transaction.prefetch { () throws(Problem) in
      for client in clients { _ = try transaction.workouts.all(ofClient: client.id, after: start, limit: limit) }
    }
    // One query per client, each with a limit, reads less than a query for all.
    var workouts: [Workout] = []
    for client in clients { workouts += try self.all(ofClient: client.id, after: start, limit: limit) }
    return Array(workouts.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }.prefix(limit))
  }

  /// The latest workouts of a client, oldest first.
  package func latest(ofClient clientID: String, limit: Int) throws(Problem) -> [Workout] {
    try transaction.query(
      """
      SELECT \(workoutColumns) FROM workouts \(Self.partiesOfWorkout)
      WHERE workouts.client_id = $1 ORDER BY workouts.created_at DESC, workouts.id DESC LIMIT $2
      """, [.text(clientID), .integer(limit)]
    ).map(workout).reversed()
  }

  private func all(
    ofClient clientID: String, after start: PageStart?, limit: Int
  ) throws(Problem) -> [Workout] {
    try transaction.query(
      """
      SELECT \(workoutColumns) FROM workouts \(Self.partiesOfWorkout)
      WHERE workouts.client_id = $1 AND (workouts.created_at, workouts.id) > ($2, $3)
      ORDER BY workouts.created_at, workouts.id LIMIT $4
      """,
      [
        .text(clientID), .integer(start?.createdAt.milliseconds ?? -1), .text(start?.id ?? ""), .integer(limit),
      ]
    ).map(workout)
  }

  private var workoutColumns: String {
    """
    workouts.*, accounts.id AS assigner_id, clients.team_id AS team_id, clients.account_id AS account_id,
    accounts.display_name AS inviter_name\(transaction.teamName(of: "clients"))
    """
  }
  private static let partiesOfWorkout = """
    JOIN clients ON clients.id = workouts.client_id
    JOIN accounts ON accounts.id = COALESCE(workouts.inviter_id, clients.inviter_id)
    """

  /// The workout with an id, and the account of its client; nil if there is none.
  package func find(id: String) throws(Problem) -> (workout: Workout, accountID: String?)? {
    try transaction.query(
      "SELECT \(workoutColumns) FROM workouts \(Self.partiesOfWorkout) WHERE workouts.id = $1", [.text(id)]
    )
    .first.map { (row) throws(Problem) in (try workout(row), try row.optionalText("account_id")) }
  }

  /// Stores the members that an inviter may change.
  package func update(_ workout: Workout) throws(Problem) {
    try transaction.change(
      "UPDATE workouts SET title = $2, scheduled_for = $3, details = $4, scheduled_on = $5 WHERE id = $1",
      [
        .text(workout.id), .text(workout.title), .timestamp(workout.scheduledFor), .json(workout.details),
        .text(workout.scheduledOn),
      ])
  }

  /// Stores when a workout was completed. The first time counts.
  package func markCompleted(_ workoutID: String, at now: Timestamp) throws(Problem) {
    try transaction.change(
      "UPDATE workouts SET completed_at = $2 WHERE id = $1 AND completed_at IS NULL",
      [.text(workoutID), .timestamp(now)])
  }

  /// Deletes a workout.
  package func remove(_ workoutID: String) throws(Problem) {
    try transaction.change("DELETE FROM workouts WHERE id = $1", [.text(workoutID)])
  }

  private func workout(_ row: Row) throws(Problem) -> Workout {
    var workout = Workout(
      id: try row.text("id"), clientID: try row.text("client_id"), title: try row.text("title"),
      scheduledFor: try row.optionalTimestamp("scheduled_for"), scheduledOn: try row.optionalText("scheduled_on"),
      details: try row.json("details"),
      createdAt: try row.timestamp("created_at"), completedAt: try row.optionalTimestamp("completed_at"),
      inviter: try row.inviterName(try row.text("assigner_id"), team: try row.text("team_id")))
    workout.teamID = try row.text("team_id")
    return workout
  }
}

/// Whose workouts are listed.
package enum WorkoutOwner: Equatable, Sendable {
  case client(String)
  case account(String)
}
