#include "engine/algorithm/frame/privacy_claim.h"

#include <cmath>
#include <utility>

#include "engine/math/figure_text.h"
#include "engine/privacy/release/chance_batches.h"
#include "engine/privacy/release/noise.h"

namespace noisy {
namespace {

std::string figures(const PrivacyClaim& claim) {
  switch (claim.notion) {
    case Notion::pure:
      return figure_text(claim.epsilon) + "-differentially private";
    case Notion::approximate:
      return std::string("(")
          .append(figure_text(claim.epsilon))
          .append(", ")
          .append(figure_text(claim.delta))
          .append(")-differentially private");
    case Notion::zcdp:
      return figure_text(claim.rho) + "-zCDP";
    case Notion::none:
      break;
  }
  return "not private";
}

/// "Laplace noise on each coordinate", or how hardened noise is made.
std::string noise_text(const Release& release) {
  const std::string name(noise_of(release.mechanism).title);
  if (!release.is_hardened()) return name + " noise on each coordinate";
  int exponent;
  std::frexp(release.grid, &exponent);
  return "discrete " + name + " noise, drawn exactly in integers on a power-of-two grid (2^" +
         std::to_string(exponent - 1) + " in the first step), on each coordinate";
}

/// What the record does in which two neighbours differ.
std::string_view change_text(Neighbours neighbours) {
  return neighbours == Neighbours::zero_out ? "counts as if its gradient were 0 everywhere"
                                            : "is exchanged";
}

/// The sentence of a claim that promises nothing; an empty text for any other.
std::string no_promise(const PrivacyClaim& claim) {
  if (claim.promises()) return "";
  const bool leaks = claim.guarantee == Guarantee::leaks && !claim.reasons.empty();
  return "Nothing is guaranteed: " + (leaks ? claim.reasons.front() : "no noise is added") + ".";
}

}  // namespace

void mark_leak(PrivacyClaim& claim, std::string reason) {
  if (claim.notion == Notion::none) return;
  claim.guarantee = Guarantee::leaks;
  claim.reasons.insert(claim.reasons.begin(), std::move(reason));
  claim.statement = no_promise(claim);
}

ClaimWords gradient_words(const std::string& released, const Release& first, Index samples) {
  ClaimWords words{.published = released + ", and every iterate made from them,",
                   .noised = "with " + noise_text(first)};
  if (first.batch_size < samples) {
    const std::string size = std::to_string(first.batch_size);
    words.noised +=
        draws_by_chance(*first.form)
            ? " of the sum over a batch that each record joins with probability " + size +
                  " / n in every step, divided by " + size
            : " of the mean over " + size + " records, drawn without replacement in every step";
  }
  return words;
}

namespace {

/// Names the kinds of release whose costs nobody here has proven.
void believe_outside_forms(const BudgetRule& rule, PrivacyClaim& claim) {
  for (const PlannedReleases& some : rule.planned()) {
    const ReleaseForm& form = *some.first.form;
    if (is_built_in(form)) continue;
    claim.reasons.push_back("the kind of release \"" + std::string(form.id()) +
                            "\" comes from outside the engine: what it costs is its author's word");
  }
}

}  // namespace

PrivacyClaim privacy_claim(const PlanInput& input, const BudgetRule& rule,
                           const ClaimWords& words) {
  PrivacyClaim claim;
  claim.notion = input.privacy.notion;
  claim.neighbours = input.privacy.neighbours;
  claim.guarantee = input.facts.reads_data() ? Guarantee::leaks : Guarantee::proven;
  claim.reasons = input.facts.reasons;
  std::ranges::copy(input.facts.believed, std::back_inserter(claim.reasons));
  believe_outside_forms(rule, claim);
  if (claim.notion == Notion::none) {
    claim.guarantee = Guarantee::not_private;
    claim.reasons.push_back("no noise is added");
  } else {
    claim.neighbours = rule.cap().neighbours;
    claim.release = input.privacy.release;
    if (claim.notion == Notion::approximate) claim.delta = input.privacy.delta;
    rule.state(claim);
  }
  claim.statement = no_promise(claim);
  if (!claim.promises()) return claim;
  claim.statement = "Publishing " + words.published + " is " + figures(claim) +
                    " when one of the n = " + std::to_string(input.facts.samples) + " records " +
                    std::string(change_text(claim.neighbours)) + " (n is public), " + words.noised +
                    ".";
  return claim;
}

}  // namespace noisy
