#pragma once

#include "engine/privacy/form/hidden_answers.h"
#include "engine/privacy/oracle/hidden_state.h"
#include "engine/privacy/oracle/request.h"

namespace noisy {

/// Queries that the records answer otherwise than somebody has guessed: how often each was drawn,
/// those of the family first and then their negations.
///
/// A release reads the first c records and draws K queries, independently, with P(j) proportional
/// to exp(s_j / b) for the scores
///
///     s_j = (1 / m) sum_{i <= c} q_j(z_i) - o_j        of the query j, and -s_j of its negation
///
/// where the guess o, the number c and the divisor m are public, or were released before. This is
/// the exponential mechanism. Replacing a record changes one summand, or none, so that a score
/// moves by D / m at most, D being how far two records' answers can be apart: whatever c and o are,
/// and however many records are read. The draw's range is eta = 2 D / (m b) (selection_range),
/// attained by a query and its negation, and it costs eta^2 / 8 in rho; one release
///
///     K (2 D / (m b))^2 / 8
///
/// With D = 1, of marginals, or 2, of parities, this covers three methods: blocks of B records that
/// are added one after the other (m = B), sums over all records whose weight grows with the steps
/// (m = n, b_t = b / (t - 1)), and a fresh look at all records in each step (m = n, b).
///
/// Hardened releases draw the same in whole numbers. On a grid gamma <= 1, a power of two, the sums
/// are whole numbers of steps exactly (whole_sums.h), and m o_j, which is the same on neighbouring
/// data, is rounded to one:
///
///     u_j = sum_{i <= c} q_j(z_i) / gamma - round(m o_j / gamma)     with P(j) = e^(u_j / N) / ...
///
/// for N = ceil(m b / gamma), by coins whose probabilities are exact (exponential_choice). A record
/// moves u_j by D / gamma at most, so that the range is 2 D / (gamma N) <= 2 D / (m b): what is
/// charged covers it, and no rounding comes in.
///
/// Without noise the exact probabilities take the place of the frequencies.
const ReleaseForm* query_choice_form();

struct QueryChoice {
  Index divisor = 1;  ///< m >= 1
  Index draws = 1;    ///< K >= 1
};

/// What one release costs in rho.
///
/// @param move   D
/// @param scale  b
double query_choice_rho(double move, const QueryChoice& choice, double scale);

/// The details of such a release.
ReleaseDetails details_of_choice(const QueryChoice& choice);

/// Where a game against queries stands: a histogram, and with which chances queries were drawn
/// last.
class HiddenQueries final : public HiddenState {
 public:
  /// @param answers    must outlive it, as must what follows, and the guess of the last release
  /// @param histogram  x, which everybody may see; it stands first
  HiddenQueries(const HiddenAnswers& answers, const Vector& histogram)
      : answers_(answers), histogram_(histogram) {}

  void show(NonPrivateLook look, std::span<double> point) const override;

 private:
  const HiddenAnswers& answers_;
  const Vector& histogram_;
};

struct QueryChoiceRequest : Request {
  HiddenAnswers* answers = nullptr;
  Index records = 0;              ///< c, not fewer than before
  const Vector* guess = nullptr;  ///< o, one number for each query of the family
};

/// @param guess    must outlive the request, as must the answers
/// @param release  of this kind; its noise scale is b even where nothing is noised
QueryChoiceRequest choose_queries(HiddenAnswers& answers, Index records, const Vector& guess,
                                  const Release& release);

}  // namespace noisy
