#pragma once

#include <memory>

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// What a printed schedule follows from.
struct PrintedFacts {
  Index samples = 0;       ///< n
  double sensitivity = 0;  ///< S_2 = 2 L_0
  double smoothness = 0;   ///< L_1 of one record
  double rho = 0;          ///< what it states
};

/// Schedules as Menart et al. print them, and as they should be.
enum class Printing {
  literal,   ///< it costs more than it states
  corrected  ///< no defect: what it states is the most that it costs
};

/// Releases of all records with Gaussian noise, in the name of a plan that states rho.
class PrintedPlan : public AlgorithmPlan {
 public:
  /// @param judged  whose claim is made
  PrintedPlan(std::shared_ptr<const AlgorithmPlan> judged, const PrintedFacts& facts,
              Printing printing)
      : judged_(std::move(judged)), facts_(facts), printing_(printing) {}

  const PlanSummary& summary() const override { return judged_->summary(); }
  const BudgetRule& rule() const override { return judged_->rule(); }
  /// What it charges for something, and what that costs: one sentence.
  virtual std::string gap_text() const = 0;

  const PrintedFacts& facts() const { return facts_; }
  bool is_literal() const { return printing_ == Printing::literal; }

 protected:
  Release release(const ReleaseForm* form, double deviation, double charge) const;

 private:
  std::shared_ptr<const AlgorithmPlan> judged_;
  PrintedFacts facts_;
  Printing printing_;
};

/// Two rounds of KL Spider at kappa = 2 by its printed loop: a fresh gradient with deviation L_0
/// sqrt(K) / (n sqrt(rho)), which for a sensitivity of 2 L_0 / n costs 2 rho / K, and two
/// differences of rho / (8 K) each. All together 2.25 rho, charged as rho.
class PrintedSpider final : public PrintedPlan {
 public:
  using PrintedPlan::PrintedPlan;
  Run start(GradientOracle& data, Vector start) const override;
  std::string gap_text() const override;

  Release fresh() const;
  Release difference() const;
  double step_length() const;
};

/// Adaptive noisy descent in one coordinate by its printed accounting: N_t is the gradient's length
/// with deviation L_0 / (sqrt(n) rho^(1/4)), the gradient's deviation max(N_t / sqrt(l), 2 L_0 / (n
/// sqrt(rho))) with l = ln(n sqrt(rho) / 0.05), and the step is charged sqrt(rho) / n + min(L_0^2 l
/// / (n N_t)^2, rho / 2) until rho / 2 is passed. A negative N_t brings the least noise, which
/// costs rho / 2, and is charged by its square like any other.
///
/// Corrected, every release is charged what it costs, before it is made, up to rho.
class PrintedNorms final : public PrintedPlan {
 public:
  using PrintedPlan::PrintedPlan;
  Run start(GradientOracle& data, Vector start) const override;
  std::string gap_text() const override;

  Release length() const;
  /// @param norm  N_t
  Release gradient(double norm) const;
  /// What they may be charged together.
  double budget() const { return is_literal() ? facts().rho / 2 : facts().rho; }

 private:
  double log_term() const;
};

}  // namespace noisy
