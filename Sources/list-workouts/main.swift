import Functions
import Runtime

run(ListWorkouts.self)
