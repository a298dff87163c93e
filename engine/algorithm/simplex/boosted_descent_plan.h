#pragma once

#include <cstddef>
#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/simplex/vertex_descent.h"
#include "engine/privacy/form/average_vertices.h"
#include "engine/privacy/form/gap_choice.h"

namespace noisy {

/// What finds answers to candidates.
enum class AnswerSolver {
  mirror,  ///< Algorithm 1 with a frozen player
  anytime  ///< Algorithm 5
};

/// One of the descents, on a block of its own.
struct BoostedDescent {
  std::size_t candidate = 0;  ///< i, from 0: the one that it makes, or answers
  MirrorDescentSetting setting;
  Index period = 0;  ///< q of Algorithm 5; 0: it is Algorithm 1
  Release release;   ///< each of its own

  bool is_anytime() const { return period > 0; }
  AverageSchedule schedule() const {
    return {.block_size = setting.block_size,
            .draws = setting.draws.per_point,
            .steps = setting.steps,
            .period = period};
  }
  Index releases() const { return is_anytime() ? schedule().releases() : setting.steps - 1; }
};

/// All candidates' descents, then all answers in x, then all in y, and the choice.
class BoostedDescentPlan final : public AlgorithmPlan {
 public:
  BoostedDescentPlan(std::vector<BoostedDescent> descents, const Release& choice,
                     FixedSchedule rule, PlanSummary summary)
      : descents_(std::move(descents)),
        choice_(choice),
        rule_(std::move(rule)),
        summary_(std::move(summary)) {}

  const std::vector<BoostedDescent>& descents() const { return descents_; }
  const Release& choice() const { return choice_; }

  const PlanSummary& summary() const override { return summary_; }
  const FixedSchedule& rule() const override { return rule_; }
  /// Every descent begins at the centre of both simplices, whatever the start.
  std::optional<RateLaw> rate_law(const PlanInput& input) const override;
  Run start(GradientOracle& data, Vector start) const override;

 private:
  std::vector<BoostedDescent> descents_;
  Release choice_;
  FixedSchedule rule_;
  PlanSummary summary_;
};

std::vector<ParameterSpec> boosted_descent_specs();

/// Plans vertex-smd-boosted. Where I and J are not given they are those of the theorem
/// (boosting_counts) if what is proven with them says more than that no gap is above 4 L_0
/// (boosting_bound), else 2 and 1, which leave the largest blocks, with more than half of the
/// records for the candidates. Without privacy nothing is stated, and the theorem's serve where
/// there are records for them. Each descent has the T, B and K
/// whose bound is least on its block (bound_optimal_mirror) and the longest step that this bound or
/// privacy allows; a descent with a frozen player those for one simplex. Every block may cost all
/// of rho; the choice does: the paper's is epsilon-DP, ours has the range sqrt(8 rho), so that all
/// blocks are counted in one unit.
///
/// Candidates are Algorithm 1's: Algorithm 3, which the paper has here, is proven to reach less
/// with the same records at every n tried (bias_reduced_descent_plan says so of its own). Answers
/// are its too, with the candidate's player frozen, or Algorithm 5's, with the K, B and q whose
/// bound is least (bound_optimal_anytime): parameter `answerSolver`.
///
/// Calibration `paper` holds steps back as Propositions 3.3 and 4.3 print it, and chooses with
/// probability proportional to exp(-epsilon G_i / (2 D)), D being how far a record moves G_i, 4 B /
/// |S4| with a bound B on values: exp(-n epsilon G_i / (32 B)) for |S4| = n / 4. The paper's proof
/// has (epsilon, delta)-DP in every block, of the choice's block as its draw alone is (epsilon,
/// 0)-DP. Counted in rho that draw is epsilon^2 / 8, and what this converts to is stated; the plan
/// is certified where that is no more than was asked for.
///
/// @error invalid-value at "data" unless every descent's block has 2 records or more and the choice
///        has one, telling all sizes; at "candidateShare" unless both shares leave some for the
///        choice; unsupported-domain and unbounded-sensitivity as two_simplices; unsupported-option
///        at "problem" where a player's gradient depends on no record; as check_draws_input; of
///        hardened releases as hardened_gradient_grid
Result<std::unique_ptr<AlgorithmPlan>> plan_boosted_descent(const PlanInput& input);

}  // namespace noisy
