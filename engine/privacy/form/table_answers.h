#pragma once

#include "engine/privacy/form/hidden_answers.h"
#include "engine/privacy/oracle/request.h"

namespace noisy {

/// The answers of all records to the queries of one table (QueryFamily::Table), with Gaussian
/// noise.
///
/// The mean answers are (1 / n) sum_i q_j(z_i). Of a table of marginals every record has a single
/// 1, so that replacing one moves r = 2 of them, by D / n each; a parity is r = 1 number, which
/// moves by D / n. In l2 the answers move by sqrt(r) D / n, and noise of standard deviation sigma
/// costs (sqrt(r) D / (n sigma))^2 / 2 in rho. Which table it is was released before, or is public.
///
/// Hardened releases add discrete Gaussian noise of N = ceil(n sigma / gamma) steps of a grid gamma
/// <= 1 to the sums, which are whole numbers of steps exactly (whole_sums.h) and move by sqrt(r) D
/// / gamma in l2. That costs (sqrt(r) D / (gamma N))^2 / 2 in rho (Canonne, Kamath, Steinke 2020,
/// Theorem 14), no more than the above. Numbers with their noise are then divided by n.
const ReleaseForm* table_answers_form();

/// What one release costs in rho.
///
/// @param move   D
/// @param moved  r
double table_answers_rho(double move, double moved, Index samples, double standard_deviation);

/// The details of such a release.
///
/// @param moved  r
ReleaseDetails details_of_table(Index moved);

struct TableAnswersRequest : Request {
  HiddenAnswers* answers = nullptr;
  Index table = 0;  ///< its place in QueryFamily::tables()
};

/// @param answers  must outlive the request
TableAnswersRequest answers_of(HiddenAnswers& answers, Index table, const Release& release);

}  // namespace noisy
