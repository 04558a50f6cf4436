import Domain

extension Transaction {
  public func insert(_ workout: Workout) throws(Problem) {
    try change(
      """
      INSERT INTO workouts (id, client_id, title, scheduled_for, details, created_at) VALUES ($1, $2, $3, $4, $5, $6)
      """,
      [
        .text(workout.id), .text(workout.clientID), .text(workout.title), .moment(workout.scheduledFor),
        .json(workout.details), .moment(workout.createdAt),
      ])
  }

  /// One page of the workouts of one client, or of every client record that an account has; the oldest first.
  public func workouts(of owner: WorkoutOwner, after start: PageStart?, limit: Int) throws(Problem) -> [Workout] {
    let (condition, id) =
      switch owner {
      case .client(let id): ("client_id = $1", id)
      case .account(let id): ("client_id IN (SELECT id FROM clients WHERE account_id = $1)", id)
      }
    return try query(
      """
      SELECT * FROM workouts WHERE \(condition) AND (created_at, id) > ($2, $3) ORDER BY created_at, id LIMIT $4
      """,
      [
        .text(id), .integer(start?.createdAt.milliseconds ?? -1), .text(start?.id ?? ""), .integer(limit),
      ]
    ).map(workout)
  }

  private func workout(_ row: Row) throws(Problem) -> Workout {
    Workout(
      id: try row.text("id"), clientID: try row.text("client_id"), title: try row.text("title"),
      scheduledFor: try row.optionalMoment("scheduled_for"), details: try row.json("details"),
      createdAt: try row.moment("created_at"))
  }
}

/// Whose workouts are listed.
public enum WorkoutOwner: Equatable, Sendable {
  case client(String)
  case account(String)
}
