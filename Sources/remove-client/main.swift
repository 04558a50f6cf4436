import Functions
import Runtime

run(RemoveClient.self)
