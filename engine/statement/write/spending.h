#pragma once

#include "engine/statement/write/result_statement.h"

namespace noisy {

/// What a run with this claim released, and what it is stated at: by its ledger, unless the data
/// may have had a say in where it ended. Then by that of all planned releases; a run whose releases
/// are chosen on the way is stated at its cap, wherever it ended.
RunSpending spending_of(const AlgorithmPlan& plan, const PrivacyClaim& claim, const Ledger& ledger);

/// The ledger that a run with this claim is charged: its own one, of all planned releases, or of
/// none where nothing is promised.
Ledger charged_ledger(const AlgorithmPlan& plan, const PrivacyClaim& claim, const Ledger& ledger);

}  // namespace noisy
