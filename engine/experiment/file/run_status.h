#pragma once

namespace noisy {

/// Why a run ended, or that it goes on.
enum class RunStatus { running, completed, cancelled, budget_exhausted, diverged, failed };

}  // namespace noisy
