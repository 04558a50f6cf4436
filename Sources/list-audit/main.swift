import Functions
import Runtime

run(ListAudit.self)
