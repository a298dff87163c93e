#pragma once

#include "engine/statement/write/result_statement.h"

namespace noisy {

/// What a run with this claim released, and what it is stated at.
RunSpending spending_of(const AlgorithmPlan& plan, const PrivacyClaim& claim, const Ledger& ledger);

}  // namespace noisy
