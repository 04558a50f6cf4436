import Functions
import Runtime

run(ListClients.self)
