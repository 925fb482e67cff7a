;; Emacs, in batch mode: `ferz lsp` as the server of eglot, set up as guides/editor.md says.
;; By environment: FERZ, GAME (in a folder mygames/; it has `lettr` for `letter`), GUIDE (the lines of the guide).
(setq debug-on-error nil
      eglot-connect-timeout 60
      flymake-no-changes-timeout nil
      backup-inhibited t)
(package-initialize)
(unless (require 'eglot nil t)
  (message "skipped: eglot is not there")
  (kill-emacs 77))

(defun ferz-fail (words &rest values)
  (message "FAILED: emacs: %s" (apply #'format words values))
  (kill-emacs 1))
(defun ferz-wait (words done)
  (let ((end (+ (float-time) 30)))
    (while (not (funcall done))
      (when (> (float-time) end) (ferz-fail "%s" words))
      (accept-process-output nil 0.05))))
(defun ferz-errors ()
  (flymake-start)
  (flymake-diagnostics))

(load (getenv "GUIDE") nil t t)
(push (file-name-directory (getenv "FERZ")) exec-path) ; the guide says `ferz`
(find-file (getenv "GAME"))
(run-hooks 'post-command-hook) ; where eglot-ensure waits
(ferz-wait "the server did not start" #'eglot-current-server)
(unless (eq major-mode 'ferz-mode) (ferz-fail "the mode is %s" major-mode))
(ferz-wait "nothing is underlined" #'ferz-errors)
(let ((shown (car (flymake-diagnostics))))
  (unless (string-match-p "did you mean `letter`" (flymake-diagnostic-text shown))
    (ferz-fail "%S" (flymake-diagnostic-text shown)))
  (goto-char (flymake-diagnostic-beg shown)))
(let* ((params (list :textDocument (eglot--TextDocumentIdentifier)
                     :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position))
                     :context '(:diagnostics [])))
       (actions (jsonrpc-request (eglot-current-server) :textDocument/codeAction params)))
  (eglot--apply-workspace-edit (plist-get (elt actions 0) :edit)))
(unless (save-excursion (goto-char (point-min)) (search-forward "letter: k" nil t)) (ferz-fail "the fix changed nothing"))
;; It sends changes when nobody types, which in batch mode is never.
(eglot--signal-textDocument/didChange)
(ferz-wait "the fixed text is still underlined" (lambda () (not (ferz-errors))))
(goto-char (point-min))
(search-forward "fmW")
(let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
  (unless (string-match-p "Moves without capturing one cell straight forward" (plist-get (plist-get hover :contents) :value))
    (ferz-fail "hover: %S" hover)))
(eglot-format-buffer)
(unless (save-excursion (goto-char (point-min)) (search-forward "board: {size: 8x8}" nil t)) (ferz-fail "formatting: %s" (buffer-string)))
(set-buffer-modified-p nil)
(message "passed: emacs underlines, fixes, explains, lays out")
(kill-emacs 0)
