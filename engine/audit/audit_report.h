#pragma once

#include <string>

#include "engine/audit/audit_session.h"

namespace noisy {

/// The report of a finished audit as JSON text; its fields are listed in README.md.
std::string audit_report(const AuditOptions& options, const AuditPlan& plan,
                         const AuditFinding& finding, const ScoreTable& scores);

}  // namespace noisy
