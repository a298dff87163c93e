#pragma once

#include <string>

#include "engine/audit/audit_session.h"

namespace noisy {

/// The report of a finished audit as JSON text; web/docs/how-to/audit-a-claim.md lists its fields.
std::string audit_report(const AuditOptions& options, const AuditPlan& plan,
                         const AuditFinding& finding, const ScoreTable& scores);

}  // namespace noisy
